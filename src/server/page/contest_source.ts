// Contests as a server has them: each is asked for once, and after that only for what has changed.

import { based } from './base';
import { changed } from './changes';
import type { Contest, Pair } from './api';
import type { Schemas } from './generated/schemas';
import { answered, Refusal } from './request';

/** What a contest's document is sent as: pairs are in lists, without names. */
export type ContestPage = Schemas['ContestPage'];

/** Returns the document with its pairs by name, without those that have not met. */
export function unpacked_contest(packed: ContestPage): Contest {
  const { pairs: lists, ...contest } = packed;
  if (!lists) return contest;
  const pairs: Pair[] = [];
  const names = contest.bots.map(({ bot }) => bot);
  let at = 0;
  for (const [place, a] of names.entries())
    for (const b of names.slice(place + 1)) {
      const games = lists.games[at]!, a_won = lists.a_won[at]!, tied = lists.tied[at]!;
      if (games > 0) pairs.push({ a, b, games, a_won, b_won: games - a_won - tied, tied });
      ++at;
    }
  return { ...contest, pairs };
}

interface Held {
  version: number;
  packed: ContestPage;
  contest: Contest;
}

const held = new Map<string, Held>();
const at = encodeURIComponent;
const path_of = (name: string) => `/api/contests/${at(name)}`;

/** Returns the newest state of a contest: the same object if nothing has changed. */
export async function newest(name: string): Promise<Contest> {
  const before = held.get(name);
  const response = await answered(`${path_of(name)}/changes?since=${before?.version ?? 0}`, {});
  const answer = (await response.json()) as Schemas['Changes'];
  if (answer.version === 0) throw new Refusal(404, { text: 'the contest has not begun' });
  if (before && answer.version === before.version) return before.contest;
  // Another request may have brought the same changes meanwhile.
  const base = held.get(name);
  if ('changes' in answer && base?.version !== before?.version) return base && base.version >= answer.version ? base.contest : newest(name);
  const packed = 'changes' in answer ? changed(before!.packed, answer.changes) : answer.document;
  const now = { version: answer.version, packed, contest: unpacked_contest(packed) };
  held.set(name, now);
  return now.contest;
}

/** How often a page asks that has no stream; of a contest that is complete, which more bots may join later. */
const ask_ms = 3000;
const ask_complete_ms = 30_000;
/** The name of what one page of a browser has at a time, in any tab. */
const stream_lock = 'hilltop.stream';

/**
 * Calls `changed` with every new state of the contest until the returned function is called. A browser
 * has at most one stream, for it has few connections to a host; its other pages ask from time to time,
 * and those that nobody sees do neither.
 */
export function watch(name: string, changed: (contest: Contest) => void): () => void {
  let stopped = false;
  let shown: Contest | null = held.get(name)?.contest ?? null;
  let rung = false;
  let ring = () => {};

  /** Ends what is waited for now, or next. */
  function wake(): void {
    rung = true;
    ring();
  }

  async function woken(ms?: number): Promise<void> {
    if (!rung)
      await new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
        ring = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    rung = false;
  }

  async function look(): Promise<void> {
    const now = await newest(name);
    if (stopped || now === shown) return;
    shown = now;
    changed(now);
  }

  /** Follows the stream as long as this page is seen and there is more to come. */
  async function follow(): Promise<void> {
    const source = new EventSource(based(`${path_of(name)}/live`));
    let goes_on = true;
    source.addEventListener('state', wake);
    source.addEventListener('error', () => {
      goes_on = false;
      wake();
    });
    try {
      while (goes_on && !stopped && !document.hidden && !shown?.complete) {
        await woken();
        if (goes_on && !stopped) await look();
      }
    } finally {
      source.close();
    }
  }

  /** Returns whether this page had the browser's stream. Without locks, as on pages that came without TLS from another machine, none has. */
  async function had_stream(): Promise<boolean> {
    return navigator.locks?.request(stream_lock, { ifAvailable: true }, async (lock) => {
      if (lock) await follow();
      return lock !== null;
    }) ?? false;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      if (document.hidden) {
        await woken();
        continue;
      }
      try {
        await look();
        if (!stopped && !shown?.complete && (await had_stream())) continue;
      } catch {
        // It does not answer, or there is no such contest yet.
      }
      if (!stopped) await woken(shown?.complete ? ask_complete_ms : ask_ms);
    }
  }

  document.addEventListener('visibilitychange', wake);
  void run();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', wake);
    wake();
  };
}
