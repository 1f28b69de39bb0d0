// What scene.cpp writes of a table of Gomoku (docs/scenes.md).
import type { Schemas } from '../../../server/page/generated/schemas';

export type Scene = Schemas['scene-gomoku']['scene'];
export type Table = Scene['table'];
export type Form = NonNullable<Table['answers']>[number];
export type Colour = Form['stones'][number];
export type Point = Table['row'][number];
