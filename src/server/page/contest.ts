// Numbers that the pages of contests show, from a contest's document.

import type { Contest, Pair, Rating } from './api';

/** The result of a bot against another one. */
export interface HeadToHead {
  games: number;
  won: number;
  tied: number;
}

/** Returns the result of a bot against another one; null if the two have not met. */
export type Met = (bot: string, other: string) => HeadToHead | null;

/** Makes a Met of pairs, which takes no longer if there are many. */
export function head_to_head(pairs: readonly Pair[]): Met {
  const by_bot = new Map<string, Map<string, HeadToHead>>();
  const add = (bot: string, other: string, met: HeadToHead) => {
    if (!by_bot.has(bot)) by_bot.set(bot, new Map());
    by_bot.get(bot)!.set(other, met);
  };
  for (const { a, b, games, a_won, b_won, tied } of pairs) {
    if (games === 0) continue;
    add(a, b, { games, won: a_won, tied });
    add(b, a, { games, won: b_won, tied });
  }
  return (bot, other) => by_bot.get(bot)?.get(other) ?? null;
}

/** Games won in percent of those played; a tie counts half. */
export function percent({ games, won, tied }: HeadToHead): number {
  return (100 * (won + tied / 2)) / games;
}

/** The least distance from 50 % at the ends of a scale of colours, which otherwise fits its table. */
const reach_min = 5;

/** Returns how far from 50 % the ends of a scale of colours for these results are. */
export function reach_of(results_percent: readonly number[]): number {
  return results_percent.reduce((reach, one) => Math.max(reach, Math.abs(one - 50)), reach_min);
}

/** The colour of a result in percent: 50 is `even`, and `reach` from there `lost-4` or `won-4`. */
export function shade(result_percent: number, reach = 50): string {
  const step = Math.round(((result_percent - 50) / reach) * 4);
  if (step === 0) return 'even';
  return step < 0 ? `lost-${-step}` : `won-${step}`;
}

/** Returns the name of the games of two bots, as `hilltop replay` takes it. */
export function pair_name(bot: string, other: string): string {
  const names = [bot, other].sort();
  // Such a name would make `a-b` mean two things.
  if (!names.some((name) => /[-,\\]/.test(name))) return names.join('-');
  return names.map((name) => name.replace(/[,\\]/g, '\\$&')).join(',');
}

/** The points of the best bots by the number of games played. */
export interface Race {
  unit: 'points' | 'won';
  games: number[];
  bots: { bot: string; had: number[] }[];
}

/** Returns the race of the best bots, from the first game on. */
export function race_of(contest: Contest, bots_max: number): Race {
  const { unit, bots, points } = contest.race;
  const start = points.length > 0 && points[0]!.games > 0 ? [0] : [];
  return {
    unit,
    games: [...start, ...points.map((point) => point.games)],
    bots: contest.standings.slice(0, bots_max).map(({ bot }) => {
      const place = bots.indexOf(bot);
      return { bot, had: [...start, ...points.map((point) => point.points[place] ?? 0)] };
    }),
  };
}

/** Returns 1, 2 or 5 times a power of ten, so that `steps` of them cover `length`. */
export function step_over(length: number, steps: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(length / steps, 1e-9)));
  return ([1, 2, 5].find((times) => power * times * steps >= length) ?? 10) * power;
}

/** The multiples of `step` from `low` to `high`. */
export function ticks(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step);
  const count = Math.max(0, Math.floor(high / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** Bars of equal width for whole numbers: bar i has those from `from + i * width` on. */
export interface Bars {
  from: number;
  width: number;
  count: number;
}

/** Returns at most about `bars_max` bars that have all numbers from `low` to `high`. */
export function bars_over(low: number, high: number, bars_max: number): Bars {
  const width = Math.max(1, step_over(high - low + 1, bars_max));
  const from = Math.floor(low / width) * width;
  return { from, width, count: Math.floor((high - from) / width) + 1 };
}

/** How many games had which number: pairs of a number and its games, the lowest number first. */
export type Counted = readonly (readonly [number, number])[];

/** Returns the games in each bar; those beyond the bars are left out. */
export function games_in(counted: Counted, { from, width, count }: Bars): number[] {
  const games = Array<number>(count).fill(0);
  for (const [at, of] of counted) {
    const bar = Math.floor((at - from) / width);
    if (bar >= 0 && bar < count) games[bar]! += of;
  }
  return games;
}

/** The numbers from `low` to `high`. */
export interface Range {
  low: number;
  high: number;
}

/** A bot's numbers in a picture: their range and their middle. */
export interface Extent extends Range {
  middle: number;
}

export function median_of(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Returns a rating or a lead; bots of one contest have one or the other. */
export function strength_of(rating: Rating): number {
  return rating.lead ?? rating.elo ?? 0;
}

/**
 * Returns the range of a picture of all bots. Bots far below the others, such as a broken one, are
 * left outside if that makes it a quarter shorter: at most half of the bots, and those below a gap
 * between two middles that is longer than `slack` and than the distance of all middles above it.
 */
export function range_of(extents: readonly Extent[], slack: number): Range {
  const shorter = 4 / 3;
  const middles = extents.map(({ middle }) => middle).sort((a, b) => b - a);
  let lowest = middles.at(-1)!;
  for (let i = Math.floor((middles.length + 1) / 2); i < middles.length; ++i)
    if (middles[i - 1]! - middles[i]! > Math.max(slack, middles[0]! - middles[i - 1]!)) {
      lowest = middles[i - 1]!;
      break;
    }
  const around = (shown: readonly Extent[]): Range => ({
    low: Math.min(...shown.map(({ low }) => low)),
    high: Math.max(...shown.map(({ high }) => high)),
  });
  const all = around(extents);
  const most = around(extents.filter(({ middle }) => middle >= lowest));
  return (most.high - most.low) * shorter < all.high - all.low ? most : all;
}

/** What a table says of a bot's numbers. */
export interface Sample {
  bot: string;
  counted: Counted;
  games: number;
  min: number;
  median: number;
  mean: number;
  max: number;
  /** Without the rarest numbers at both ends. */
  usual: Range;
}

/** Returns null if there are no games. */
export function sample_of(bot: string, counted: Counted): Sample | null {
  const games = counted.reduce((sum, [, of]) => sum + of, 0);
  if (games === 0) return null;
  /** The number of the game at this place if all are sorted by theirs. */
  const at = (place: number) => {
    let before = 0;
    return counted.find(([, of]) => (before += of) > place)![0];
  };
  const rare = Math.floor(games / 200); // half a percent at each end
  return {
    bot, counted, games,
    min: counted[0]![0],
    median: (at(Math.floor((games - 1) / 2)) + at(Math.floor(games / 2))) / 2,
    mean: counted.reduce((sum, [number, of]) => sum + number * of, 0) / games,
    max: counted.at(-1)![0],
    usual: { low: at(rare), high: at(games - 1 - rare) },
  };
}

/** Returns the bars of all samples; a few numbers far from the others are beyond them. */
export function bars_of(samples: readonly Sample[], bars_max: number): Bars {
  const lengths = samples.map(({ usual }) => usual.high - usual.low).sort((a, b) => a - b);
  const range = range_of(samples.map(({ usual, median }) => ({ ...usual, middle: median })), 2 * median_of(lengths) + 1);
  const low = Math.min(...samples.map(({ min }) => min));
  const high = Math.max(...samples.map(({ max }) => max));
  return (range.high - range.low) * 2 >= high - low ? bars_over(low, high, bars_max) : bars_over(range.low, range.high, bars_max);
}

/**
 * Returns the share of games in a bar of full height: that of the highest bar of all samples, unless
 * it is far higher than those of most.
 */
export function full_share(samples: readonly Sample[], bars: Bars): number {
  const times = 1.5;
  const shares = samples.map(({ counted, games }) => Math.max(...games_in(counted, bars)) / games).sort((a, b) => a - b);
  return Math.max(0.01, Math.min(shares.at(-1)!, times * median_of(shares)));
}
