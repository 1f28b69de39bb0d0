// What makes a contest worth watching: the game that is shown while it is played.

import type { Contest, Pair, Upset } from './api';
import { head_to_head, pair_name, percent } from './contest';

/** A finished game to show, and why. */
export interface Moment {
  name: string;
  bots: [string, string];
  why: 'surprising' | 'close';
}

/** The server plays games of house bots again up to the wanted one; one further on would take long. */
const number_max = 500;

/** How much a game of two bots is worth watching: a surprise more than any close one. */
function interest(pair: Pair, upsets: readonly Upset[]): Pick<Moment, 'why'> & { worth: number } {
  const upset = upsets.findIndex(({ winner, loser }) => [winner, loser].includes(pair.a) && [winner, loser].includes(pair.b));
  if (upset >= 0) return { why: 'surprising', worth: 2 - upset / upsets.length };
  const share = percent({ games: pair.games, won: pair.a_won, tied: pair.tied });
  return { why: 'close', worth: 1 - Math.abs(share - 50) / 50 };
}

/**
 * Returns the newest game of the two bots whose games are most worth watching, of those that have
 * played since `before`, else of all; null if none was played. `shown`: names that are not wanted again.
 */
export function moment_of(contest: Pick<Contest, 'pairs' | 'upsets'>, before: Pick<Contest, 'pairs'> | null, shown: ReadonlySet<string>): Moment | null {
  const met_before = head_to_head(before?.pairs ?? []);
  const played = (contest.pairs ?? []).filter(({ games }) => games > 0);
  const grown = played.filter(({ a, b, games }) => games > (met_before(a, b)?.games ?? 0));
  const candidates = [...grown, ...played].map((pair, place) => {
    const { why, worth } = interest(pair, contest.upsets ?? []);
    const name = `${pair_name(pair.a, pair.b)}:${Math.min(pair.games, number_max)}`;
    return { name, bots: [pair.a, pair.b] as [string, string], why, worth: place < grown.length ? worth + 3 : worth };
  });
  const best = candidates.filter(({ name }) => !shown.has(name)).sort((one, other) => other.worth - one.worth)[0];
  return best ? { name: best.name, bots: best.bots, why: best.why } : null;
}

/** Whether the reader wants little motion. */
export function is_still(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** The parts of a time to wait, in whole numbers. */
export function time_left(seconds: number): { days: number; clock: string } {
  const left = Math.max(0, Math.ceil(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return { days: Math.floor(left / 86_400), clock: `${two(Math.floor(left / 3600) % 24)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}` };
}
