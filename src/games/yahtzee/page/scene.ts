// What scene.cpp writes of a table of Yahtzee (docs/scenes.md).
import type { Schemas } from '../../../server/page/generated/schemas';

export type Scene = Schemas['scene-yahtzee']['scene'];
export type Line = Scene['table']['lines'][number];
