// What scene.cpp writes of a table of Simple Pazaak (docs/scenes.md).
import type { Scene as SceneOf } from '../../../server/page/scene';

export interface Shown {
  hand: number[];
  side_card_played: boolean;
  total: number;
  bust: boolean;
  stands: boolean;
}

export interface Player extends Shown {
  hands_won: number;
  side_cards: number;
  side_deck: number[] | null;
}

export interface Table {
  hand: number;
  target: number;
  hands_to_win: number;
  players: Player[];
  last_hand: { number: number; players: Shown[]; winner: number | null } | null;
  answers: {
    end: string;
    stand: string;
    play: { card: number; total: number; answer: string }[];
  } | null;
}

export type Scene = SceneOf<Table>;
