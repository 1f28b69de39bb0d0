// Memory stays as it is over many games and visits of one page: that of the server and that of the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { open } from "./browser.mjs";
import { begin, serving } from "./play.mjs";
import { play_out, review_ms } from "./player.mjs";
import { texts_in } from "./texts.mjs";

const { browser, server } = await serving();
const said = texts_in("en");
/** What is played in turn; what is loaded or computed once, is after the first round of it. */
const round = ["tictactoe", "gomoku", "tictactoe", "pazaak", "tictactoe", "pig", "tictactoe", "gomoku", "tictactoe", "yahtzee"];
/** Those that are looked back at: an engine would think for seconds about each game of Gomoku. */
const reviewed = ["pazaak", "pig", "yahtzee"];
const rounds = process.env.HILLTOP_LONG_TESTS ? 20 : 3;
/** What a game and its visits may add, on average: a page that stays behind has hundreds of objects and some 100 nodes. The
    bytes of the heap say less, because compiled code comes and goes. */
const max = { objects: 20, nodes: 3, listeners: 1, server_bytes: 150_000 };

const link = (page, name) => page.getByRole("link", { name, exact: true });
const heading = (page, name, level) => page.getByRole("heading", { name, level }).first().waitFor();
const whole = (page) => page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);

async function home(page) {
  await link(page, said.text("app.name")).click();
  await heading(page, said("app.name"), 1);
  await whole(page);
}

async function review(page) {
  await link(page, said.text("over.review")).click();
  await page.getByRole("heading", { name: said("review.title") }).waitFor({ timeout: review_ms });
  await page.getByRole("button", { name: said("replay.forward") }).click();
}

/** Two people at this browser begin a game, and one leaves it. */
async function table(page) {
  await link(page, said.text("tictactoe.title")).last().click();
  await heading(page, said("tictactoe.title"), 1);
  await begin(page, { players: [{ name: "Ann" }, { name: "Bob" }] });
  await page.locator(".cells").waitFor();
  for (const step of ["room.leave", "leave.yes"]) await page.getByRole("button", { name: said.text(step), exact: true }).click();
  await page.locator(".outcome h2").waitFor();
}

/** From the first page on, and what is there. */
const visits = [
  async (page) => { await link(page, said.text("daily.title")).click(); await heading(page, said("daily.title"), 1); },
  async (page) => { await link(page, said.text("numbers.title")).click(); await heading(page, said("numbers.title"), 1); },
  async (page) => {
    await page.getByRole("heading", { name: said("puzzles.of_day") }).locator("+ p").getByRole("link").nth(1).click();
    await page.locator("section.board > *").nth(2).waitFor();
  },
  async (page) => { await link(page, said.text("section.contests")).click(); await heading(page, said("section.contests"), 1); },
  async (page) => { await page.getByRole("link", { name: /^Rules in a minute/ }).first().click(); await heading(page, said("rules.title"), 1); },
  table,
];

/** Returns the number of objects of the page that are in use. */
async function objects_in_use(devtools) {
  const { result } = await devtools.send("Runtime.evaluate", { expression: "Object.prototype" });
  const { objects } = await devtools.send("Runtime.queryObjects", { prototypeObjectId: result.objectId, objectGroup: "asked" });
  const count = await devtools.send("Runtime.callFunctionOn",
    { objectId: objects.objectId, functionDeclaration: "function () { return this.length; }", returnByValue: true });
  await devtools.send("Runtime.releaseObjectGroup", { objectGroup: "asked" });
  return count.result.value;
}

async function measured(page, devtools) {
  await devtools.send("HeapProfiler.collectGarbage");
  const objects = await objects_in_use(devtools);
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
  const resident_kb = Number(readFileSync(`/proc/${server.process.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);
  return { objects, nodes: of("Nodes"), listeners: of("JSEventListeners"), server_bytes: 1024 * resident_kb, heap_bytes: of("JSHeapUsedSize") };
}

async function played_round(page, number) {
  for (const [i, game] of round.entries()) {
    await page.getByRole("button", { name: said("game.play_now", { game: said.text(`${game}.title`) }) }).click();
    await play_out(page, game, said);
    if (reviewed.includes(game)) await review(page);
    await home(page);
    await visits[(number * round.length + i) % visits.length](page);
    await whole(page);
    await home(page);
  }
}

test(`memory is flat over ${rounds * round.length} games`, async (context) => {
  const page = await open(browser, server, "/");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const seen = [];
  for (let number = 0; number < rounds; ++number) {
    await played_round(page, number);
    seen.push(await measured(page, devtools));
    context.diagnostic(JSON.stringify(seen.at(-1)));
  }
  const games = (rounds - 1) * round.length;
  for (const [what, limit] of Object.entries(max)) {
    const grown = (seen.at(-1)[what] - seen[0][what]) / games;
    assert.ok(grown <= limit, `${what} grow by ${grown} per game: ${JSON.stringify(seen)}`);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
