// SPDX-License-Identifier: Apache-2.0
/**
 * Bots for Hilltop in JavaScript: one file, no dependencies, Node 18 or later. The types stand in
 * hilltop.d.mts; editors show them in JavaScript too.
 *
 *     import { playPazaak, END, STAND } from "./hilltop.mjs";
 *
 *     playPazaak((view) => (view.value < 17 ? END : STAND));
 *
 * A bot hands its function to playPazaak, playYahtzee or playGomoku. Each of these talks to the
 * arena until the games are over, then returns. The function gets a view, all that the bot may
 * know, and returns a move, made by the constants and functions below; it may not return a promise.
 *
 * From the import on, standard output belongs to the conversation: what the bot prints goes to
 * standard error (but not what a program prints that it starts with its own output). What the bot's function throws ends the bot with a trace and exit status 1; so
 * does a move that is not of the game.
 */
import { readFileSync, readSync, writeSync } from "node:fs";

// The real stream is never opened: opening it would make writes to a pipe give up when it is full.
Object.defineProperty(process, "stdout", { get: () => process.stderr, configurable: true });
globalThis.console = new console.Console(process.stderr);

/** Max games at a time, for bots without a memory. */
export const BATCH = 256;
const READ_BYTES = 1 << 16;

// ------------------------------------------------------------------------------------------ Pazaak

export const END = "END";
export const STAND = "STAND";
export const play = (card) => `PLAY ${card}`;

const PAZAAK_MOVE = /^(?:END|STAND|PLAY [0-9]+)$/;
const PAZAAK_PAIRS = ["player", "wins", "hand", "theirs", "side", "their_side", "action", "played"];

export class PazaakView {
  constructor(words, rules) {
    checkPairs(words, PAZAAK_PAIRS);
    this.game = Number(words[1]);
    this.player = Number(words[3]);
    this.wins = numbers(words[5]);
    this.hand = numbers(words[7]);
    this.theirs = numbers(words[9]);
    this.side = numbers(words[11]);
    this.theirSide = Number(words[13]);
    this.action = words[15];
    this.played = words[17] === "yes";
    this.rules = rules;
  }

  get value() {
    return sum(this.hand);
  }
}

export function playPazaak(choose, hooks = {}) {
  new Conversation("pazaak", PazaakView, choose, PAZAAK_MOVE, hooks).hold();
}

// ----------------------------------------------------------------------------------------- Yahtzee

export const UPPER = ["aces", "twos", "threes", "fours", "fives", "sixes"];
export const LOWER = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight",
                      "large_straight", "yahtzee", "chance"];
export const BOXES = [...UPPER, ...LOWER];
export const keep = (indexes = []) => ["keep", ...indexes].join(" ");
export const score = (box) => `score ${box}`;

const NO = ["false", "off", "no", "0"];
const YAHTZEE_MOVE = new RegExp(`^(?:keep(?: [0-4]){0,5}|score (?:${BOXES.join("|")}))$`);
const YAHTZEE_PAIRS = ["round", "stage", "dice", "card", "score", "upper", "upper_bonus",
                       "yahtzee_bonus", "totals"];

export class YahtzeeView {
  constructor(words, rules) {
    checkPairs(words, YAHTZEE_PAIRS);
    this.game = Number(words[1]);
    this.round = Number(words[3]);
    this.stage = Number(words[5]);
    this.dice = numbers(words[7]);
    const card = words[9].split(",").map((points) => (points === "-" ? null : Number(points)));
    this.card = Object.fromEntries(BOXES.map((box, i) => [box, card[i]]));
    this.score = Number(words[11]);
    this.upper = Number(words[13]);
    this.upperBonus = Number(words[15]);
    this.yahtzeeBonus = Number(words[17]);
    this.totals = numbers(words[19]);
    this.rules = rules;
  }

  get options() {
    let boxes = BOXES.filter((box) => this.card[box] === null);
    const face = UPPER[this.dice[0] - 1];
    const joker = isJoker(this);
    if (joker && this.rules.name === "koth") {
      const lower = boxes.filter((box) => LOWER.includes(box));
      if (boxes.includes(face)) boxes = [face];
      else if (lower.length > 0) boxes = lower;
    }
    const standsIn = joker && this.card[face] !== null;
    return Object.fromEntries(boxes.map((box) => [box, points(box, this.dice, standsIn)]));
  }
}

export function playYahtzee(choose, hooks = {}) {
  new Conversation("yahtzee", YahtzeeView, choose, YAHTZEE_MOVE, hooks).hold();
}

function isJoker(view) {
  if (view.rules.name === "cab201-basic" || new Set(view.dice).size > 1) return false;
  const afterZero = !NO.includes(view.rules.switches.joker_after_zero ?? "true");
  return view.card.yahtzee === 50 || (view.card.yahtzee === 0 && afterZero);
}

// standsIn: a joker, which counts as any full house or straight.
function points(box, dice, standsIn) {
  const counts = [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);
  const most = Math.max(...counts);
  if (UPPER.includes(box)) return (UPPER.indexOf(box) + 1) * counts[UPPER.indexOf(box)];
  switch (box) {
    case "three_of_a_kind": return most >= 3 ? sum(dice) : 0;
    case "four_of_a_kind": return most >= 4 ? sum(dice) : 0;
    case "full_house": return (most === 3 && counts.includes(2)) || standsIn ? 25 : 0;
    case "small_straight": return inSequence(counts, 4) || standsIn ? 30 : 0;
    case "large_straight": return inSequence(counts, 5) || standsIn ? 40 : 0;
    case "yahtzee": return most === 5 ? 50 : 0;
    default: return sum(dice);
  }
}

function inSequence(counts, length) {
  return counts.some((_, first) => first + length <= counts.length &&
    counts.slice(first, first + length).every((count) => count > 0));
}

// ------------------------------------------------------------------------------------------ Gomoku

export const SIZE = 15;
export const BLACK = "B";
export const WHITE = "W";
export const TAKE_BLACK = "B";
export const takeWhite = (stone) => `W${text(stone)}`;
export const layTwo = (black, white) => text(black) + text(white);

export class GomokuView {
  constructor(stones, turn, colour, who) {
    this.stones = stones;
    this.turn = turn;
    this.colour = colour;
    this.name = who.name;
    this.opponent = who.opponent;
    this.seed = who.seed;
    this.cells = new Array(SIZE * SIZE).fill(null);
    for (const { x, y, colour: its } of stones) this.cells[x * SIZE + y] = its;
  }

  at(x, y) {
    return 0 <= x && x < SIZE && 0 <= y && y < SIZE ? this.cells[x * SIZE + y] : undefined;
  }

  get free() {
    const points = this.cells.map((_, at) => [Math.floor(at / SIZE), at % SIZE]);
    return points.filter(([x, y]) => this.at(x, y) === null);
  }
}

// What a bot does that says nothing of it: black in the middle and far off, white beside the middle;
// then black, who moves first in the contest.
const BALANCED = [[7, 7], [0, 14], [8, 7]];
const CHOICE = /^(?:B|W\(\d+,\d+\)|\(\d+,\d+\)\(\d+,\d+\))$/;

export function playGomoku(bot) {
  const game = new Gomoku(bot);
  for (const lines of batches()) {
    for (const line of lines) {
      const kind = line.split(" ", 1)[0], rest = line.slice(kind.length + 1);
      if (kind === "EXIT") {
        bot.end?.(rest === "TIE" ? null : rest);
        return;
      }
      if (!say([game.answer(kind, rest)])) return;
    }
  }
}

// One game, and the colour that the bot has in it once that is known.
class Gomoku {
  constructor(bot) {
    this.bot = bot;
    this.colour = null;
    this.opened = false; // it was asked about the opening, which the host's openings leave out
    const [opponent = "", seed = "0"] = process.argv.slice(2);
    this.who = { name: ownName(), opponent, seed: Number(seed) };
  }

  answer(kind, rest) {
    const stones = [...rest.matchAll(/\(\((\d+),(\d+)\),"([BW])"\)/g)]
      .map(([, x, y, colour]) => ({ x: Number(x), y: Number(y), colour }));
    const view = this.view(stones, null);
    this.opened ||= "ABC".includes(kind);
    if (kind === "A")
      return three(this.bot.open ? this.bot.open(view) : BALANCED).map(text).join("");
    if (kind === "B") {
      const choice = checked(this.bot.choose ? this.bot.choose(view) : TAKE_BLACK, CHOICE);
      this.colour = "BW".includes(choice[0]) ? choice[0] : null;
      return choice;
    }
    if (kind === "C") {
      this.colour = checked(this.bot.pick ? this.bot.pick(view) : BLACK, /^[BW]$/);
      return this.colour;
    }
    this.colour ??= this.colourBy(stones, Number(kind));
    return text(this.bot.place(this.view(stones, Number(kind))));
  }

  view(stones, turn) {
    return new GomokuView(stones, turn, this.colour, this.who);
  }

  // The colour that the opponent or the host left: nobody tells, but it shows in the stones.
  colourBy(stones, turn) {
    const opening = stones.length - turn;
    if (this.opened && opening === 3) return WHITE; // the bot opened, they took black
    if (this.opened && opening === 4) return BLACK; // it opened, they took white and laid a stone
    const even = !this.opened && opening % 2 === 0; // of the host, in which the colours alternate
    const whiteFirst = this.bot.firstToMove === WHITE && !even;
    return (turn % 2 === 0) === whiteFirst ? WHITE : BLACK; // after five, the bot laid two of them
  }
}

function ownName() {
  try {
    return readFileSync("meta", "utf8").split("\n", 1)[0].trim();
  } catch { // not started in its folder
    return "";
  }
}

function three(points) {
  if (!Array.isArray(points) || points.length !== 3)
    throw new TypeError(`an opening is three points, not ${JSON.stringify(points)}`);
  return points;
}

function text(point) {
  if (!Array.isArray(point) || point.length !== 2 || !point.every(Number.isInteger))
    throw new TypeError(`not a point [x, y]: ${JSON.stringify(point)}`);
  return `(${point[0]},${point[1]})`;
}

// ------------------------------------------------------------------------------------ conversation

// The lines of docs/protocol.md: one game's question after another's, in any order.
class Conversation {
  constructor(game, View, choose, form, { begin, end, batch = BATCH }) {
    Object.assign(this, { game, View, choose, form, begin, end, batch });
    this.rules = { game, name: "koth", switches: {} };
    this.over = false;
  }

  hold() {
    for (const lines of batches()) {
      const answers = [];
      let heard = false;
      try {
        for (const line of lines) this.hear(line.split(" "), answers);
      } finally { // if the bot fails at one game, what it said in the others still counts
        heard = say(answers);
      }
      if (this.over || !heard) return;
    }
  }

  hear(words, answers) {
    switch (words[0]) {
      case "turn": {
        const move = checked(this.choose(new this.View(words, this.rules)), this.form);
        answers.push(`move ${words[1]} ${move}`);
        break;
      }
      case "begin":
        this.begin?.({ game: Number(words[1]), seats: Number(words[3]), seed: Number(words[5]),
                       rules: this.rules });
        break;
      case "end":
        this.end?.({ game: Number(words[1]), points: numbers(words[3]) });
        break;
      case "hilltop":
        this.meet(words);
        answers.push(this.batch > 0 ? `ready 1 batch ${this.batch}` : "ready 1");
        break;
      case "bye":
        this.over = true;
        break;
    }
  }

  meet(words) {
    const switches = {};
    for (let i = 6; i + 1 < words.length; i += 2) switches[words[i]] = words[i + 1];
    this.rules = { game: words[3], name: words[5], switches };
    if (words[3] !== this.game)
      throw new Error(`this bot plays ${this.game}, not ${words[3]}`);
  }
}

// All whole lines that are there, again and again until the input ends.
function* batches() {
  const buffer = Buffer.alloc(READ_BYTES);
  let begun = Buffer.alloc(0);
  for (;;) {
    const read = patiently(() => readSync(0, buffer, 0, READ_BYTES, null));
    if (read === 0) return;
    const bytes = Buffer.concat([begun, buffer.subarray(0, read)]);
    const end = bytes.lastIndexOf(10);
    begun = bytes.subarray(end + 1);
    if (end >= 0) yield bytes.toString("utf8", 0, end).split("\n");
  }
}

// Writes all answers at once; false if nobody is there to read them.
function say(answers) {
  const bytes = Buffer.from(answers.map((answer) => answer + "\n").join(""));
  try {
    for (let at = 0; at < bytes.length;)
      at += patiently(() => writeSync(1, bytes, at, bytes.length - at));
  } catch (error) {
    if (error.code === "EPIPE") return false;
    throw error;
  }
  return true;
}

// The program that started the bot may have made a stream non-blocking.
function patiently(act) {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

const numbers = (list) => (list === "-" ? [] : list.split(",").map(Number));

// Pairs stand in a fixed order; more may follow.
function checkPairs(words, names) {
  if (names.some((name, i) => words[2 + 2 * i] !== name))
    throw new Error(`not a turn that this SDK knows: ${words.join(" ")}`);
}

function checked(move, form) {
  if (typeof move !== "string" || !form.test(move))
    throw new TypeError(`not a move of this game: ${String(move)}`);
  return move;
}
