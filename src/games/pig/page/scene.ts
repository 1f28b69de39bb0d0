// What scene.cpp writes of a table of Pig (docs/scenes.md).
import type { Scene as SceneOf } from '../../../server/page/scene';

export interface Table {
  target: number;
  scores: number[];
  turn_total: number;
  score_if_held: number | null;
  hold_wins: boolean;
  last_roll: { seat: number; die: number } | null;
  answers: { roll: string | null; hold: string | null } | null;
}

export type Scene = SceneOf<Table>;
