// What the page of a game's table gets and gives. The component is src/games/<game>/page/Board.svelte;
// playing, watching and the report use the same one.

import type { Schemas } from './generated/schemas';
import type { Translate } from './text';

/** What a player may choose, best first, with what each is worth in `unit`. */
export type Advice = Schemas['Advice'];

/** Returns an advice that marks one choice on a board. */
export function marked(typed: string | null | undefined): Advice | null {
  if (!typed) return null;
  return { type: 'advice', seat: 0, position: '', by: '', unit: '', note: '', choices: [{ typed, worth: null }] };
}

/** `Scene` is what the game's scene.hpp writes. */
export interface BoardProps<Scene> {
  scene: Scene;
  /** The seat from which the table is seen; null for onlookers. */
  seat: number | null;
  /** Takes what a person would type at the terminal; null if nothing can be answered now. */
  answer: ((text: string) => void) | null;
  /** Ends the turn of a game whose turns are confirmed; null if there is nothing to confirm. */
  confirm: (() => void) | null;
  /** What comes next, in the game's own words; empty if nothing does. */
  asks: string;
  /** The answer to the player's request for a hint; null if there is none for this position. */
  advice: Advice | null;
  t: Translate;
}
