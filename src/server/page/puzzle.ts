// Puzzles that a person tried in this browser: whether the first answer to each was right.

import type { Puzzle } from './api';
import { keep, kept_json } from './keep';

/** By number of the puzzle. */
export type Tries = Record<string, boolean>;

export function tries_of(game: string): Tries {
  const value = kept_json(`puzzles.${game}`);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([number, right]) => /^[1-9]\d*$/.test(number) && typeof right === 'boolean'));
}

/** Keeps whether an answer was right, unless the puzzle was tried before. */
export function keep_try({ game, number }: Pick<Puzzle, 'game' | 'number'>, right: boolean): void {
  const tries = tries_of(game);
  if (number in tries) return;
  keep(`puzzles.${game}`, JSON.stringify({ ...tries, [number]: right }));
}

/** Returns the first puzzle after this one that was not tried yet, from the first one on after the last; null if all were. */
export function next_puzzle(game: string, count: number, after: number): number | null {
  const tries = tries_of(game);
  for (let step = 0; step < count; ++step) {
    const number = ((after + step) % count) + 1;
    if (!(number in tries)) return number;
  }
  return null;
}
