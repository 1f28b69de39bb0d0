// SPDX-License-Identifier: Apache-2.0
// The types of hilltop.mjs, for TypeScript and for editors.

/** Max games at a time, for bots without a memory. */
export const BATCH: 256;

/** What is played, as the arena said at the start. */
export interface Rules {
  readonly game: "pazaak" | "yahtzee";
  /** The rule set, such as "koth". */
  readonly name: string;
  /** Such as { side_cards: "4" }. */
  readonly switches: Readonly<Record<string, string>>;
}

export interface GameStart {
  /** Its number, the same in every view of this game. */
  readonly game: number;
  readonly seats: number;
  /** For the bot's randomness, 0 to 2³¹ − 1. */
  readonly seed: number;
  readonly rules: Rules;
}

export interface GameEnd {
  readonly game: number;
  /** Of each seat. */
  readonly points: readonly number[];
}

export interface Hooks {
  /** Called when a game begins. */
  begin?(start: GameStart): void;
  /** Called when a game is over. */
  end?(end: GameEnd): void;
  /** Games that are asked about at a time, 256 if absent; 0: one game after another. */
  batch?: number;
}

// ------------------------------------------------------------------------------------------ Pazaak

export type PazaakMove = "END" | "STAND" | `PLAY ${number}`;
/** End the turn, and be dealt another card. */
export const END: "END";
/** No more cards in this hand. */
export const STAND: "STAND";
/** Add this side card, then stand. The card must be one of view.side. */
export function play(card: number): PazaakMove;

/** A turn of Pazaak. Cards are numbers; a value over 20 loses. */
export interface PazaakView {
  /** The number of the game. */
  readonly game: number;
  /** Which player the bot is. */
  readonly player: 1 | 2;
  /** Hands won by player 1, by player 2. */
  readonly wins: readonly [number, number];
  /** Its cards on the table, in the order in which they came. */
  readonly hand: readonly number[];
  /** The sum of its hand. */
  readonly value: number;
  /** The opponent's cards on the table. */
  readonly theirs: readonly number[];
  /** Its side deck. */
  readonly side: readonly number[];
  /** How many side cards the opponent has left. */
  readonly theirSide: number;
  /** The opponent's last action in this hand. */
  readonly action: "none" | "END" | "STAND";
  /** Whether the opponent played a side card in this hand. */
  readonly played: boolean;
  readonly rules: Rules;
}

/** Plays until the arena says bye or is gone; `choose` answers each turn. */
export function playPazaak(choose: (view: PazaakView) => PazaakMove, hooks?: Hooks): void;

// ----------------------------------------------------------------------------------------- Yahtzee

export type UpperBox = "aces" | "twos" | "threes" | "fours" | "fives" | "sixes";
export type LowerBox = "three_of_a_kind" | "four_of_a_kind" | "full_house" | "small_straight"
  | "large_straight" | "yahtzee" | "chance";
export type Box = UpperBox | LowerBox;
export type YahtzeeMove = `score ${Box}` | "keep" | `keep ${string}`;
export const UPPER: readonly UpperBox[];
export const LOWER: readonly LowerBox[];
/** All thirteen, in the order of the card. */
export const BOXES: readonly Box[];
/** Keep the dice at these indexes, 0 to 4 and none twice, and roll the others. */
export function keep(indexes?: readonly number[]): YahtzeeMove;
/** Fill this box, one of view.options. */
export function score(box: Box): YahtzeeMove;

/** A turn of Yahtzee. */
export interface YahtzeeView {
  /** The number of the game. */
  readonly game: number;
  /** 0 to 12. */
  readonly round: number;
  /** After the first, second, third roll; after the third it must score. */
  readonly stage: 0 | 1 | 2;
  /** The five dice. */
  readonly dice: readonly number[];
  /** The bot's own card; null for a box that is open. */
  readonly card: Readonly<Record<Box, number | null>>;
  /** Its total. */
  readonly score: number;
  /** The sum of its upper boxes, without the bonus. */
  readonly upper: number;
  readonly upperBonus: number;
  readonly yahtzeeBonus: number;
  /** Of all seats, its own among them, lowest first. */
  readonly totals: readonly number[];
  /**
   * Each box that may be filled now, and the points that it would get. Jokers are minded; bonuses
   * are not among the points.
   */
  readonly options: Readonly<Partial<Record<Box, number>>>;
  readonly rules: Rules;
}

/** Plays until the arena says bye or is gone; `choose` answers each turn. */
export function playYahtzee(choose: (view: YahtzeeView) => YahtzeeMove, hooks?: Hooks): void;

// ------------------------------------------------------------------------------------------ Gomoku

/** [x, y], each from 0 to 14. */
export type Point = readonly [number, number];
export type Colour = "B" | "W";
export type Choice = "B" | `W${string}` | `(${string}`;
/** Points along a side of the board. */
export const SIZE: 15;
export const BLACK: "B";
export const WHITE: "W";
/** Play black. */
export const TAKE_BLACK: "B";
/** Play white, and lay this white stone. */
export function takeWhite(stone: Point): Choice;
/** Lay a black and a white stone; the opponent picks a colour. */
export function layTwo(black: Point, white: Point): Choice;

/** A question of Gomoku. */
export interface GomokuView {
  /** Every stone, by x, then y. */
  readonly stones: readonly { readonly x: number; readonly y: number; readonly colour: Colour }[];
  /** Turns of both since the opening; null while it lasts. */
  readonly turn: number | null;
  /** The bot's own; null while it is not settled. */
  readonly colour: Colour | null;
  /** The bot's own name: the first line of its file meta. */
  readonly name: string;
  /** The opponent's name. */
  readonly opponent: string;
  /** For the bot's randomness, 0 to 2³¹ − 1, another one for each game. */
  readonly seed: number;
  /** The stone at a point; null where there is none, undefined off the board. */
  at(x: number, y: number): Colour | null | undefined;
  /** The points without a stone, by x, then y. */
  readonly free: readonly Point[];
}

export interface GomokuBot {
  /** The point of the bot's next stone. */
  place(view: GomokuView): Point;
  /** Three points: a black stone, a black one and a white one. */
  open?(view: GomokuView): readonly [Point, Point, Point];
  /** The answer to an opening: TAKE_BLACK, takeWhite(…) or layTwo(…). Takes black if absent. */
  choose?(view: GomokuView): Choice;
  /** The colour, after the opponent has laid two stones. Black if absent. */
  pick?(view: GomokuView): Colour;
  /** Told the winner's name when the game is over; null after a tie. */
  end?(winner: string | null): void;
  /** The first to move after a pick: black in the contest (and if absent), white under the rules swap2. */
  firstToMove?: Colour;
}

/** Plays one game; the arena starts the bot anew for each. */
export function playGomoku(bot: GomokuBot): void;
