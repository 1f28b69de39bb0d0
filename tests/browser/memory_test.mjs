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
const is_long = process.env.HILLTOP_LONG_TESTS !== undefined;
const rounds = is_long ? 20 : 3;
/** What a game and its visits may add: a page that stays behind has some 100 nodes and tens of kilobytes. What a
    browser keeps on purpose, such as the keys of a game's seats, has about 60 bytes. */
const added_max = { kept_bytes: 1000, nodes: 3, listeners: 1, server_bytes: 150_000 };
/** What a game may add to compiled code, in the second half of a long run: the browser compiles what is used
    often, so this ends with the functions that there are. */
const code_added_max = 3000;

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

/** Returns the bytes of the page's heap: of compiled code, and of all else that scripts keep. What the browser itself has, such
    as its records of requests for the test, is in neither. */
async function heap_of(devtools) {
  const chunks = [];
  const take = ({ chunk }) => chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", take);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", take);
  const { snapshot: { meta }, nodes } = JSON.parse(chunks.join(""));
  const [type, size] = ["type", "self_size"].map((field) => meta.node_fields.indexOf(field));
  const bytes = { code_bytes: 0, kept_bytes: 0 };
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const kind = meta.node_types[type][nodes[node + type]];
    if (kind !== "native") bytes[kind === "code" ? "code_bytes" : "kept_bytes"] += nodes[node + size];
  }
  return bytes;
}

async function measured(page, devtools) {
  // What the first collection finalizes, the second one frees.
  for (let i = 0; i < 2; ++i) await devtools.send("HeapProfiler.collectGarbage");
  const bytes = await heap_of(devtools);
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
  const resident_kb = Number(readFileSync(`/proc/${server.process.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);
  return { ...bytes, nodes: of("Nodes"), listeners: of("JSEventListeners"), server_bytes: 1024 * resident_kb };
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

/** Returns what a game adds in half of the rounds, or more: a page that stays behind is there after each round, and a table of the
    browser's own that doubles is not. */
function added(seen, what) {
  const by_round = seen.slice(1).map((now, i) => (now[what] - seen[i][what]) / round.length).sort((one, other) => one - other);
  return by_round[Math.floor((by_round.length - 1) / 2)];
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
  const told = JSON.stringify(seen);
  for (const [what, limit] of Object.entries(added_max)) assert.ok(added(seen, what) <= limit, `${what} grow by ${added(seen, what)} per game: ${told}`);
  const later = seen.slice(rounds / 2);
  if (is_long) assert.ok(added(later, "code_bytes") <= code_added_max, `code grows by ${added(later, "code_bytes")} per game: ${told}`);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
