// What scene.cpp writes of a table of Pig (docs/scenes.md).
import type { Schemas } from '../../../server/page/generated/schemas';

export type Scene = Schemas['scene-pig']['scene'];
