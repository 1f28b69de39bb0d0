// What scene.cpp writes of a table of Gomoku (docs/scenes.md).
import type { Scene as SceneOf } from '../../../server/page/scene';

export type Colour = 'black' | 'white';

export interface Point {
  x: number;
  y: number;
}

export interface Form {
  id: 'open' | 'take_black' | 'take_white' | 'place_two' | 'pick_black' | 'pick_white' | 'lay';
  word: string;
  stones: Colour[];
  plays: Colour | null;
  first: Colour | null;
}

export interface Table {
  phase: 'opening' | 'choosing' | 'picking' | 'stones' | 'over';
  rows: 'freestyle' | 'standard' | 'renju';
  size: number;
  board: string[];
  stones: (Point & { colour: Colour })[];
  forbidden: Point[];
  row: Point[];
  colours: (Colour | null)[];
  next: Colour | null;
  answers: Form[] | null;
}

export type Scene = SceneOf<Table>;
