// What echo.py does, with the SDK for JavaScript.
import { readFileSync } from "node:fs";
import * as hilltop from "../../sdk/javascript/hilltop.mjs";

const MOVES = readFileSync(process.env.ECHO_MOVES, "utf8").split("\n");
const batch = process.env.ECHO_BATCH === undefined ? undefined : Number(process.env.ECHO_BATCH);

function tell(...words) {
  if ("ECHO_NOISY" in process.env) {
    console.log("move 0 noise");
    process.stdout.write("noise\n");
  }
  console.error(words.join(" "));
}

const listed = (values) => values.join(",") || "-";
const rulesOf = (view) => ["rules", view.rules.name, ...Object.entries(view.rules.switches).flat()];

function planned(view) {
  const [word, ...rest] = MOVES[view.game].split(" ");
  if (word === "fail") throw new Error("bad luck");
  return [word, rest];
}

function pazaak(view) {
  tell("turn", view.game, "player", view.player, "wins", listed(view.wins), "hand",
       listed(view.hand), "theirs", listed(view.theirs), "side", listed(view.side), "their_side",
       view.theirSide, "action", view.action, "played", view.played ? "yes" : "no",
       ...rulesOf(view), "value", view.value);
  const [word, rest] = planned(view);
  if (word === "PLAY") return hilltop.play(Number(rest[0]));
  return { END: hilltop.END, STAND: hilltop.STAND }[word] ?? word;
}

function yahtzee(view) {
  const card = hilltop.BOXES.map((box) => view.card[box] ?? "-");
  const options = hilltop.BOXES.filter((box) => box in view.options)
    .map((box) => `${box}=${view.options[box]}`);
  tell("turn", view.game, "round", view.round, "stage", view.stage, "dice", listed(view.dice),
       "card", listed(card), "score", view.score, "upper", view.upper, "upper_bonus",
       view.upperBonus, "yahtzee_bonus", view.yahtzeeBonus, "totals", listed(view.totals),
       ...rulesOf(view), "options", listed(options));
  const [word, rest] = planned(view);
  return word === "score" ? hilltop.score(rest[0]) : hilltop.keep(rest.map(Number));
}

const hooks = {
  begin: ({ game, seats, seed }) => tell("begin", game, "seats", seats, "seed", seed),
  end: ({ game, points }) => tell("end", game, "points", listed(points)),
  batch,
};

function told(kind, view) {
  const stones = view.stones.map(({ x, y, colour }) => `((${x},${y}),"${colour}")`);
  tell(kind, "turn", view.turn ?? "-", "colour", view.colour ?? "-", "name", view.name, "opponent",
       view.opponent, "seed", view.seed, "free", view.free.length, `board [${stones.join(",")}]`);
  const move = MOVES.shift();
  const points = [...move.matchAll(/\((\d+),(\d+)\)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  return { move, points };
}

if (process.argv[2] === "pazaak") hilltop.playPazaak(pazaak, hooks);
else if (process.argv[2] === "yahtzee") hilltop.playYahtzee(yahtzee, hooks);
else
  hilltop.playGomoku({
    place: (view) => told("place", view).points[0],
    open: (view) => told("open", view).points,
    choose: (view) => {
      const { move, points } = told("choose", view);
      if (move === "take B") return hilltop.TAKE_BLACK;
      return points.length === 1 ? hilltop.takeWhite(...points) : hilltop.layTwo(...points);
    },
    pick: (view) => (told("pick", view).move === "pick B" ? hilltop.BLACK : hilltop.WHITE),
    end: (winner) => tell("end", winner ?? "-"),
    firstToMove: process.env.ECHO_FIRST,
  });
