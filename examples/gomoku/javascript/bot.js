// Drift: adds up, for each free point, the rows of five that could still stand across it.
// Called as: node bot.js OPPONENT SEED
"use strict";

const readline = require("node:readline");

const SIZE = 15;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];
// The worth of a row that holds 0..4 stones of one colour and none of the other: mine, or theirs.
const MINE = [1, 5, 50, 1500, 1000000];
const THEIRS = [0, 4, 45, 1000, 100000];

const at = (x, y) => x * SIZE + y;
const text = (point) => `(${Math.floor(point / SIZE)},${point % SIZE})`;
const enemy = (colour) => (colour === "B" ? "W" : "B");

// All rows of five on the board, each as five points.
const ROWS = [];
for (let x = 0; x < SIZE; x++)
  for (let y = 0; y < SIZE; y++)
    for (const [dx, dy] of DIRECTIONS) {
      const endX = x + 4 * dx, endY = y + 4 * dy;
      if (endX < SIZE && endY < SIZE && endY >= 0)
        ROWS.push([0, 1, 2, 3, 4].map((i) => at(x + i * dx, y + i * dy)));
    }

// Small numbers from the seed, the same on every machine.
let luck = (Number(process.argv[3] ?? 0) ^ 0x9e3779b9) >>> 0 || 1;
function below(bound) {
  luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0;
  return (luck >>> 8) % bound;
}

// '[((7,7),"B"),...]' as an array of "B", "W" or undefined, with the number of stones.
function readBoard(line) {
  const cells = new Array(SIZE * SIZE);
  let stones = 0;
  for (const [, x, y, colour] of line.matchAll(/\((\d+),(\d+)\),"([BW])"/g)) {
    cells[at(Number(x), Number(y))] = colour;
    stones++;
  }
  return { cells, stones };
}

// The free point that is worth most to a colour, luck deciding between equals.
function best(cells, colour) {
  const worth = new Array(SIZE * SIZE).fill(0);
  for (const row of ROWS) {
    const mine = row.filter((point) => cells[point] === colour).length;
    const theirs = row.filter((point) => cells[point] === enemy(colour)).length;
    if (mine > 0 && theirs > 0) continue;
    const value = theirs > 0 ? THEIRS[theirs] : MINE[mine];
    for (const point of row) worth[point] += value;
  }
  const free = worth.map((_, point) => point).filter((point) => cells[point] === undefined);
  const most = Math.max(...free.map((point) => worth[point]));
  const equals = free.filter((point) => worth[point] === most);
  return { point: equals[below(equals.length)], worth: most };
}

const betterColour = (cells) => (best(cells, "B").worth >= best(cells, "W").worth ? "B" : "W");

let mine = null; // my colour, once I know it

function answer(kind, { cells, stones }) {
  switch (kind) {
    case "A": { // open: a black stone near the middle, one on the edge, white between them
      const column = 5 + below(5);
      return text(at(column, 8)) + text(at(below(SIZE), 0)) + text(at(column, 6));
    }
    case "B": // take black, or take white and lay a white stone
      mine = betterColour(cells);
      return mine === "B" ? "B" : "W" + text(best(cells, "W").point);
    case "C": // pick a colour
      mine = betterColour(cells);
      return mine;
    default: // I opened: if three stones were laid before turn 0, they took black
      mine ??= stones - Number(kind) === 3 ? "W" : "B";
      return text(best(cells, mine).point);
  }
}

const input = readline.createInterface({ input: process.stdin });
input.on("line", (line) => {
  const kind = line.split(" ", 1)[0];
  if (kind === "EXIT") return input.close();
  process.stdout.write(answer(kind, readBoard(line)) + "\n");
});
