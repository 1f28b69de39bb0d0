// A person who has just read the rules of a game in a minute, and plays it to its end by what is in sight.
import { can_be_pressed } from "./play.mjs";

/** Ends a test whose game is never reviewed: an engine looks at each position, or a table is made first, which takes minutes
    where other programs run. */
export const review_ms = 600_000;

/** Returns the cell that completes a row of X, else one of O, else the first that is free. */
export function best_cell() {
  const cells = [...document.querySelectorAll(".cells button")];
  const marks = cells.map((cell) => cell.querySelector("svg")?.classList[0] ?? "");
  const rows = ["012", "345", "678", "036", "147", "258", "048", "246"].map((row) => [...row].map(Number));
  for (const mark of ["x", "o"])
    for (const row of rows)
      if (row.filter((cell) => marks[cell] === mark).length === 2) {
        const last = row.find((cell) => !marks[cell]);
        if (last !== undefined) return last;
      }
  return marks.indexOf("");
}

/** Returns where the next stone of Black's longest row belongs that White has not blocked, as a part of the board's width. */
function next_point() {
  const cell = 40, margin = 50, size = 15, row = 5;
  const board = Array.from({ length: size }, () => Array(size).fill(0));
  for (const stone of document.querySelectorAll(".stone:not(.ghost)")) {
    const [x, y] = ["cx", "cy"].map((name) => (Number(stone.querySelector("circle").getAttribute(name)) - margin) / cell);
    board[y][x] = stone.classList.contains("black") ? 1 : -row;
  }
  const best = { stones: -1 };
  for (let y = 2; y < size; ++y)
    for (let x = 2; x + row <= size; ++x) {
      const stones = board[y].slice(x, x + row);
      const count = stones.reduce((sum, stone) => sum + stone, 0);
      if (count > best.stones) Object.assign(best, { stones: count, x: x + stones.indexOf(0), y });
    }
  const part = (i) => (margin + cell * i) / (2 * margin + cell * (size - 1));
  return [part(best.x), part(best.y)];
}

/** Returns what presses a thing by touch or by mouse, and waits until the page has heard: a tap becomes a click later. */
export const presser = (page) => async (locator, options) => {
  await page.evaluate(() => {
    window.heard = false;
    document.addEventListener("click", () => setTimeout(() => (window.heard = true)), { capture: true, once: true });
  });
  await (await page.evaluate("navigator.maxTouchPoints > 0") ? locator.tap(options) : locator.click(options));
  await page.waitForFunction(() => window.heard);
};

const number_in = async (locator) => Number((await locator.first().innerText()).match(/\d+/)[0]);

/** What the person presses next in each game; `turn` counts from 0. */
const acts = {
  async yahtzee(page, can, press, turn) {
    const ok = can("yahtzee.ok"), roll = can("yahtzee.roll_dice"), boxes = page.locator(".card th button:not(:disabled)");
    if (await ok.count()) return press(ok);
    if (turn === 1) await press(page.getByRole("checkbox").first()); // holds a die
    if (turn === 1 || await boxes.count() === 0) return press(roll);
    const worths = await boxes.evaluateAll((all) => all.map((box) => Number(box.closest("tr").querySelector(".worth").textContent.match(/\d+/))));
    return press(boxes.nth(worths.indexOf(Math.max(...worths))));
  },
  async pazaak(page, can, press) {
    const enough = 16;
    return press(can(await number_in(page.locator(".own .total")) >= enough ? "pazaak.stand" : "pazaak.end_turn"));
  },
  async gomoku(page, can, press) {
    const board = page.locator(".lays");
    const [x, y] = await page.evaluate(next_point);
    const { width, height } = await board.boundingBox();
    const position = { x: x * width, y: y * height };
    await press(board, { position });
    const again = page.locator(".again:not(:empty)"); // a finger hides the point
    if (await again.count()) await press(board, { position });
  },
  async pig(page, can, press) {
    const enough = 20, roll = can("pig.roll"), hold = can("pig.hold").or(can("pig.hold_and_win"));
    const holds = await hold.count() && (await roll.count() === 0 || await number_in(page.locator(".pig dd")) >= enough);
    return press(holds ? hold : roll);
  },
  async tictactoe(page, can, press) {
    return press(page.locator(".cells button").nth(await page.evaluate(best_cell)));
  },
};

/** Plays the game that is shown to its end. `said`: the texts of its language; `look(turn)` is called before each act. */
export async function play_out(page, game, said, look = async () => {}) {
  const press = presser(page);
  const can = (key) => page.getByRole("button", { name: said(key), disabled: false });
  for (let turn = 0; ; ++turn) {
    await page.locator(`${can_be_pressed}, .outcome h2`).first().waitFor();
    if (await page.locator(".outcome h2").count()) return;
    await look(turn);
    await acts[game](page, can, press, turn);
  }
}
