// A request of a button to the server, one at a time: whether it is under way, and why it failed.

import { announce } from './announce.svelte';
import { t } from './language.svelte';
import { why } from './request';

export class Attempt {
  is_under_way = $state.raw(false);
  /** Why the last one failed, for the reader; empty if it did not. A screen reader hears it at once. */
  problem = $state.raw('');

  /** Does it, unless the one before is still under way. */
  async make(act: () => Promise<void> | void): Promise<void> {
    if (this.is_under_way) return;
    this.is_under_way = true;
    this.problem = '';
    try {
      await act();
    } catch (error) {
      this.problem = t(why(error));
      announce(this.problem);
    } finally {
      this.is_under_way = false;
    }
  }
}
