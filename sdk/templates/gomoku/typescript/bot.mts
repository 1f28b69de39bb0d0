// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
import { playGomoku, type GomokuView, type Point } from "./hilltop.mjs";

const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]] as const;

/** How many stones of one colour follow a point in one direction. */
function arm(view: GomokuView, [x, y]: Point, dx: number, dy: number): number {
  const colour = view.at(x + dx, y + dy);
  let length = 0;
  while (colour && view.at(x + (length + 1) * dx, y + (length + 1) * dy) === colour) length++;
  return length;
}

function worth(view: GomokuView, point: Point): number {
  return DIRECTIONS.reduce((total, [dx, dy]) => total + 10 ** arm(view, point, dx, dy), 0);
}

playGomoku({
  place: (view) => view.free.reduce((a, b) => (worth(view, b) > worth(view, a) ? b : a)),
});
