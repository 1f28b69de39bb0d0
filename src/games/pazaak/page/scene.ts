// What scene.cpp writes of a table of Simple Pazaak (docs/scenes.md).
import type { Schemas } from '../../../server/page/generated/schemas';

export type Scene = Schemas['scene-pazaak']['scene'];
