// A host's server without a server: the test says whose token opens what, and what is refused.

import type { BotCheck, HostApi, HostedBot, HostedFault, HostState } from '../host_api';
import { Refusal, unreachable } from '../request';
import type { Message } from '../text';

export const host_token = '0123456789abcdef0123456789abcdef';
export const ann_token = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

export function hosted_bot(changes: Partial<HostedBot> = {}): HostedBot {
  return {
    name: 'pebble', title: 'Pebble', author: 'Ann', plays: true, held: false, playing_version: 1, held_version: null,
    check: null, versions: [{ number: 1, uploaded: '2026-11-23T09:00:00Z', title: 'Pebble', passed: true }], ...changes,
  };
}

export class MockHost {
  /** By token: the author, or '' for the host. */
  readonly tokens = new Map([[host_token, ''], [ann_token, 'Ann']]);
  bots: HostedBot[] = [hosted_bot(), hosted_bot({ name: 'stone', title: 'Stone', author: 'Bob' })];
  authors = ['Ann', 'Bob'];
  changes: Partial<HostState> = {};
  found: Partial<BotCheck> = {};
  faults: HostedFault[] = [];
  /** Why nothing else than the state is granted; empty if it is. */
  refusal: string | Message = '';
  /** Whether the server answers. */
  up = true;
  readonly asked: string[] = [];
  log_text = 'sandbox: L0 L1 L2';

  as(token: string): HostApi {
    const pass = (): string => {
      if (!this.up) throw new Refusal(0, unreachable);
      const author = this.tokens.get(token);
      if (author === undefined) throw new Refusal(401, { text: 'a token of the host or of an author is needed' });
      return author;
    };
    const does = (what: string, effect: (bot: string) => void = () => {}) => async (bot = '') => {
      pass();
      if (this.refusal) throw new Refusal(422, typeof this.refusal === 'string' ? { text: this.refusal } : this.refusal);
      this.asked.push(`${what} ${bot}`.trim());
      effect(bot);
    };
    const changed = (bot: string, change: Partial<HostedBot>) => {
      this.bots = this.bots.map((one) => (one.name === bot ? { ...one, ...change } : one));
    };
    return {
      state: async () => {
        const author = pass();
        const is_host = author === '';
        return structuredClone({
          schema: 'hilltop/host/1' as const, contest: 'spring', game: 'gomoku', rules: 'koth', house_bots: [], is_host, author, running: false, stopping: false, starts: null,
          last_status: null, cut_off: false, unguarded: null, unguarded_message: null, archive_bytes_max: 16 * 2 ** 20,
          bots: this.bots.filter((bot) => is_host || bot.author === author),
          ...(is_host ? { authors: this.authors } : {}), ...this.changes,
        });
      },
      upload: async (bot, archive, sent) => {
        sent(0.5);
        await does(`upload ${archive.size} bytes as`, () => {
          const before = this.bots.find((one) => one.name === bot) ?? hosted_bot({ name: bot, plays: false, playing_version: null, versions: [] });
          const number = before.versions.length + 1;
          this.bots = [...this.bots.filter((one) => one !== before),
            { ...before, held: true, held_version: number, check: 'running', versions: [{ number, uploaded: null, title: bot, passed: null }, ...before.versions] }];
        })(bot);
      },
      enable: does('enable', (bot) => changed(bot, { plays: true, held: false })),
      withdraw: does('withdraw', (bot) => changed(bot, { plays: false, held: true, playing_version: null, held_version: 1 })),
      remove_bot: does('delete', (bot) => { this.bots = this.bots.filter((one) => one.name !== bot); }),
      check_again: does('check', (bot) => changed(bot, { check: 'waiting' })),
      check: async (bot, version) => {
        await does(`look at version ${version} of`)(bot);
        return { schema: 'hilltop/bot-check/1', version, passed: true, verdict: null, problem: '', log: '', ...this.found };
      },
      faults: async (bot) => {
        await does('faults of')(bot);
        return this.faults;
      },
      set_start: async (at) => {
        await does(`start at ${at}`)();
        this.changes = { ...this.changes, starts: at };
      },
      run: does('run', () => { this.changes = { ...this.changes, running: true }; }),
      reveal: does('reveal', () => { this.changes = { ...this.changes, running: true }; }),
      stop: does('stop', () => { this.changes = { ...this.changes, running: false, last_status: 130 }; }),
      log: async () => {
        await does('log')();
        return this.log_text;
      },
      add_author: async (author) => {
        await does('add', () => { this.authors = [...this.authors, author]; })(author);
        return 'b'.repeat(32);
      },
      renew_author: async (author) => {
        await does('renew')(author);
        return 'c'.repeat(32);
      },
      remove_author: does('remove', (author) => { this.authors = this.authors.filter((one) => one !== author); }),
    };
  }
}
