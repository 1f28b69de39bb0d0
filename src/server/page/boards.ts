// The boards of games: each is in its game's folder, and loaded when a page shows it.

import type { Component } from 'svelte';
import type { BoardProps } from './board';
import type { Sound } from './sounds';

/** What a game's folder gives to the pages. */
export interface GamePage {
  /** The component that draws a scene. */
  Board: Component<BoardProps<never>>;
  /** Returns each seat's points as they stand, from a scene; null where they cannot be seen. */
  points: ((scene: never) => (number | null)[]) | null;
  /** What the game's events sound like, by their keys; null if they are silent. */
  sounds?: Readonly<Record<string, Sound>> | null;
}

const boards = import.meta.glob<GamePage['Board']>('../../games/*/page/Board.svelte', { import: 'default' });
const points = import.meta.glob<NonNullable<GamePage['points']>>('../../games/*/page/points.ts', { import: 'points' });
const sounds = import.meta.glob<NonNullable<GamePage['sounds']>>('../../games/*/page/sounds.ts', { import: 'sounds', eager: true });

/** Returns null if the game has no board. */
export async function page_of(game: string): Promise<GamePage | null> {
  const [board, counted] = await Promise.all([
    boards[`../../games/${game}/page/Board.svelte`]?.(),
    points[`../../games/${game}/page/points.ts`]?.(),
  ]);
  return board ? { Board: board, points: counted ?? null, sounds: sounds[`../../games/${game}/page/sounds.ts`] ?? null } : null;
}
