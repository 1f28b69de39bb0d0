// A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
import { BOXES, keep, playYahtzee, score } from "./hilltop.mjs";
import type { Box, YahtzeeMove, YahtzeeView } from "./hilltop.mjs";

function choose(view: YahtzeeView): YahtzeeMove {
  const options = view.options;
  const points = (box: Box): number => options[box] ?? -1; // -1: may not be filled now
  const best = BOXES.reduce((a, b) => (points(b) > points(a) ? b : a));
  if (view.stage === 2 || points(best) >= 25) return score(best);
  const count = (face: number): number => view.dice.filter((die) => die === face).length;
  const most = view.dice.reduce((a, b) => (count(b) > count(a) ? b : a));
  return keep([0, 1, 2, 3, 4].filter((i) => view.dice[i] === most));
}

playYahtzee(choose);
