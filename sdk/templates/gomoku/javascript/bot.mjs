// @ts-check
// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
import { playGomoku } from "./hilltop.mjs";

/** @typedef {import("./hilltop.mjs").GomokuView} View */
/** @typedef {import("./hilltop.mjs").Point} Point */

const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/**
 * How many stones of one colour follow a point in one direction.
 * @param {View} view @param {Point} point @param {number} dx @param {number} dy
 */
function arm(view, [x, y], dx, dy) {
  const colour = view.at(x + dx, y + dy);
  let length = 0;
  while (colour && view.at(x + (length + 1) * dx, y + (length + 1) * dy) === colour) length++;
  return length;
}

/** @param {View} view @param {Point} point */
const worth = (view, point) =>
  DIRECTIONS.reduce((total, [dx, dy]) => total + 10 ** arm(view, point, dx, dy), 0);

playGomoku({
  place: (view) => view.free.reduce((a, b) => (worth(view, b) > worth(view, a) ? b : a)),
});
