// What scene.cpp writes of a table of tic-tac-toe (docs/scenes.md).
import type { Scene as SceneOf } from '../../../server/page/scene';

export interface Table {
  board: (number | null)[];
  marks: string[];
  last: number | null;
  line: number[];
  answers: (string | null)[] | null;
}

export type Scene = SceneOf<Table>;
