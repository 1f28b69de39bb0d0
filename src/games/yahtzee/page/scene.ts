// What scene.cpp writes of a table of Yahtzee (docs/scenes.md).
import type { Scene as SceneOf } from '../../../server/page/scene';

export interface Line {
  id: string;
  section: 'upper' | 'lower' | 'total';
  box: boolean;
  worth: number | null;
  answer: string | null;
}

export interface Card {
  seat: number;
  /** One for each line. */
  values: (number | null)[];
}

export interface Table {
  round: number;
  rounds: number;
  turn: number | null;
  roll: number;
  rolls: number;
  dice: number[] | null;
  held: number[];
  lines: Line[];
  cards: Card[];
  totals: number[];
  answers: { roll: string | null; hold: string | null } | null;
}

export type Scene = SceneOf<Table>;
