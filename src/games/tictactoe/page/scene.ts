// What scene.cpp writes of a table of tic-tac-toe (docs/scenes.md).
import type { Schemas } from '../../../server/page/generated/schemas';

export type Scene = Schemas['scene-tictactoe']['scene'];
