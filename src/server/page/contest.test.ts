import { expect, test } from 'vitest';
import type { Contest } from './api';
import {
  bars_of, bars_over, full_share, games_in, head_to_head, pair_name, percent, race_of, range_of, reach_of, sample_of, shade, step_over, ticks,
} from './contest';
import pazaak from './samples/contest_pazaak.json';

const contest = pazaak as unknown as Contest;

test('a pair is read from either side', () => {
  const met = head_to_head([{ a: 'kid', b: 'solver', games: 10, a_won: 3, b_won: 5, tied: 2 }]);
  expect(met('kid', 'solver')).toEqual({ games: 10, won: 3, tied: 2 });
  expect(met('solver', 'kid')).toEqual({ games: 10, won: 5, tied: 2 });
  expect(met('kid', 'bold')).toBeNull();
  expect(percent({ games: 10, won: 3, tied: 2 })).toBe(40);
});

test('a shade goes with the percent, and none is beyond the last', () => {
  expect([0, 25, 49, 50, 56, 57, 75, 100].map((one) => shade(one))).toEqual(['lost-4', 'lost-2', 'even', 'even', 'even', 'won-1', 'won-2', 'won-4']);
});

test('a scale of colours fits its results', () => {
  expect(reach_of([50, 52])).toBe(5);
  expect(reach_of([30, 60])).toBe(20);
  expect([30, 45, 50, 60, 70].map((one) => shade(one, 20))).toEqual(['lost-4', 'lost-1', 'even', 'won-2', 'won-4']);
});

test('a pairing is named by both bots, in one order', () => {
  expect(pair_name('kid', 'bold')).toBe('bold-kid');
  expect(pair_name('hold-20', 'greedy')).toBe('greedy,hold-20');
  expect(pair_name('b,c', 'a\\d')).toBe('a\\\\d,b\\,c');
});

test('a race begins at nothing and ends at the standings', () => {
  const race = race_of(contest, 4);
  expect(race.unit).toBe('won');
  expect(race.games[0]).toBe(0);
  expect(race.games.at(-1)).toBe(15_000);
  expect(race.bots).toHaveLength(4);
  for (const { bot, had } of race.bots) {
    expect(had[0]).toBe(0);
    expect(had.at(-1)).toBe(contest.standings.find((line) => line.bot === bot)!.won);
    expect(had).toHaveLength(race.games.length);
  }
});

test('a race has the numbers of its bots, whatever their order', () => {
  const points = [0, 100, 200].map((games) => ({ games, points: [0, games / 100, 0, 0, games / 50, 0] }));
  const race = race_of({ ...contest, race: { unit: 'points', bots: contest.bots.map(({ bot }) => bot), points } }, 6);
  expect(race.unit).toBe('points');
  expect(race.games).toEqual([0, 100, 200]);
  expect(race.bots.find(({ bot }) => bot === contest.bots[1]!.bot)!.had).toEqual([0, 1, 2]);
});

test('steps are round, and ticks are their multiples', () => {
  expect([step_over(7, 5), step_over(10, 5), step_over(430, 5), step_over(0, 5)].map((step) => step > 0)).toEqual([true, true, true, true]);
  expect([step_over(7, 5), step_over(10, 5), step_over(430, 5)]).toEqual([2, 2, 100]);
  expect(ticks(-45, 110, 50)).toEqual([0, 50, 100].map((tick) => tick));
});

test('bars count every game', () => {
  const counted = [[95, 2], [203, 7], [595, 1]] as const;
  const bars = bars_over(95, 595, 40);
  expect(bars.count).toBeLessThanOrEqual(60);
  const games = games_in(counted, bars);
  expect(games).toHaveLength(bars.count);
  expect(games.reduce((sum, of) => sum + of, 0)).toBe(10);
  expect(games[Math.floor((203 - bars.from) / bars.width)]).toBe(7);
  expect(games_in([[0, 1]], bars_over(0, 0, 40))).toEqual([1]);
  expect(games_in([[-5, 1], [0, 2], [9, 4]], { from: 0, width: 1, count: 3 })).toEqual([2, 0, 0]);
});

test('a sample has a range and a middle', () => {
  expect(sample_of('kid', [])).toBeNull();
  const sample = sample_of('kid', [[1, 1], [2, 2], [7, 1]])!;
  expect([sample.games, sample.min, sample.median, sample.mean, sample.max]).toEqual([4, 1, 2, 3, 7]);
  expect(sample_of('kid', [[1, 1], [4, 1]])!.median).toBe(2.5);
  expect(sample_of('kid', [[-900, 1], [1, 500], [2, 500]])!.usual).toEqual({ low: 1, high: 2 });
});

test('a broken bot is beyond the picture of the others, and a good one is not', () => {
  const extent = (middle: number) => ({ low: middle - 10, high: middle + 10, middle });
  expect(range_of([extent(30), extent(0), extent(-20), extent(-900)], 400)).toEqual({ low: -30, high: 40 });
  expect(range_of([extent(30), extent(0), extent(-20), extent(-300)], 400)).toEqual({ low: -310, high: 40 });
  expect(range_of([extent(900), extent(0), extent(-20)], 400)).toEqual({ low: -30, high: 910 });
});

test('bars are those of most, and a bar far above those of others is cut', () => {
  const usual = Array.from({ length: 10 }, (_, number) => [number, 10] as const);
  const samples = [usual, usual, [[-1000, 100]] as const].map((counted, bot) => sample_of(String(bot), counted)!);
  const bars = bars_of(samples, 60);
  expect([bars.from, bars.width]).toEqual([0, 1]);
  expect(full_share([sample_of('a', usual)!, sample_of('b', usual)!, sample_of('c', [[3, 100]])!], bars)).toBeCloseTo(0.15);
});
