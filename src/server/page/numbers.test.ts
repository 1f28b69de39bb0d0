import { expect, test } from 'vitest';
import type { PlayedGame } from './api';
import { hash_command, par, terminal_command } from './daily';
import { numbers_of, running_means } from './numbers';

const game = (changes: Partial<PlayedGame>): PlayedGame => ({
  room: 'r', ended: '2026-11-28T12:00:00Z', game: 'yahtzee', title: 'Yahtzee', rules: 'koth', seat: 0,
  players: [{ name: 'Ann', player: 'human' }, { name: 'greedy', player: 'greedy' }],
  points: [200, 150], winners: [0], aided: false, unit: 'points', decisions: 10, lost: 20, ...changes,
});

test('games are summed by game and opponent; those with help count nowhere', () => {
  const [pazaak, yahtzee] = numbers_of([
    game({}),
    game({ points: [100, 180], winners: [1], decisions: 30, lost: 0 }),
    game({ aided: true, points: [400, 0] }),
    game({ seat: 1, players: [{ name: 'Bob', player: 'human' }, { name: 'Ann', player: 'human' }], points: [10, 300], winners: [1], decisions: null, lost: null }),
    game({ players: [{ name: 'Ann', player: 'human' }], points: [231], winners: [0] }),
    game({ game: 'pazaak', title: 'Simple Pazaak', unit: 'share', points: [3, 1] }),
  ]);
  expect(pazaak!.game).toBe('pazaak');
  expect(yahtzee!.against).toEqual([
    { opponents: ['greedy'], games: 2, won: 1, mean: 150, best: 200 },
    { opponents: ['human'], games: 1, won: 1, mean: 300, best: 300 },
    { opponents: [], games: 1, won: 1, mean: 231, best: 231 },
  ]);
  expect(yahtzee!.losses).toEqual([2, 0, 2]);
  expect(yahtzee!.loss).toBe(40 / 50);
  expect(yahtzee!.aided).toBe(1);
  expect(numbers_of([game({ aided: true })])[0]!.loss).toBeNull();
});

test('a running mean has the values that there are', () => {
  expect(running_means([4, 2, 0, 4], 2)).toEqual([4, 3, 1, 2]);
  expect(running_means([], 3)).toEqual([]);
});

test('par is points plus what was given up, where points are the unit', () => {
  expect(par({ unit: 'points' }, { points: 231, lost: 17 })).toBe(248);
  expect(par({ unit: 'points' }, { points: 231, lost: null })).toBeNull();
  expect(par({ unit: 'share' }, { points: 2, lost: 0.1 })).toBeNull();
});

test('commands of a day are those of a shell', () => {
  expect(terminal_command({ game: 'yahtzee', players: ['human'], rules: 'cab201-advanced', seed: '0AB-CD' }))
    .toBe('hilltop play yahtzee human --rules cab201-advanced --seed 0AB-CD');
  expect(hash_command('0AB')).toBe('printf %s 0AB | b2sum -l 256');
});
