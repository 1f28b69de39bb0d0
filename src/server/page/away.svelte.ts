// Whether the server answers. Once a request has found that it does not, it is asked until it does.

import { based } from './base';

const first_wait_ms = 1000;
const wait_max_ms = 15_000;
let away = $state(false);

export function is_away(): boolean {
  return away;
}

/** Hears that a request reached no server. */
export async function note_away(): Promise<void> {
  if (away) return;
  away = true;
  for (let wait_ms = first_wait_ms; away; wait_ms = Math.min(2 * wait_ms, wait_max_ms)) {
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
    try {
      if ((await fetch(based('/healthz'), { cache: 'no-store' })).ok) note_back();
    } catch {
      // It does not answer yet.
    }
  }
}

/** Hears that the server has answered. */
export function note_back(): void {
  away = false;
}
