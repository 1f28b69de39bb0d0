// The pages on a telephone, 360 by 740: the board comes first, and every decision of a game is possible
// without scrolling, as on a laptop, 1280 by 800.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { open, pictures, watch_shifts } from "./browser.mjs";
import { button, message, room_of, serving } from "./play.mjs";

const { browser, server } = await serving();
const telephone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const laptop = { viewport: { width: 1280, height: 800 }, hasTouch: true };
const ann = { player: "human", name: "Ann" }, bob = { player: "human", name: "Bob" };

/** Names of what can be pressed at the table and is not whole in sight; whatever lies over it counts. */
const out_of_sight = (page) => page.evaluate(() => {
  window.scrollTo(0, 0);
  return [...document.querySelectorAll("section.board :is(button:not(:disabled, [aria-disabled=true]), input:not(:disabled), .lays)")]
    .filter((node) => !node.closest(".below, details") && node.checkVisibility({ visibilityProperty: true }))
    .filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
      return ![0.05, 0.5, 0.95].every((part) => {
        const hit = document.elementFromPoint((left + right) / 2, top + (bottom - top) * part);
        return hit === node || node.contains(hit);
      });
    }).map((node) => node.textContent.trim().replace(/\s+/g, " ") || node.getAttribute("aria-label") || node.outerHTML.slice(0, 80));
});

async function looked_at(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) });
  }
  assert.equal(await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"), false, `${name} is too wide`);
}

const positions = {
  yahtzee: [{ game: "yahtzee", rules: "cab201-advanced", players: [ann, bob] }, async (page) => {
    await page.locator("button.roll").tap();
    await page.locator(".card th button:not(:disabled)").first().waitFor();
    assert.deepEqual(await out_of_sight(page), []);
    await page.locator(".card th button:not(:disabled)").first().tap();
    await page.locator("button.ok:not(:disabled)").waitFor();
  }],
  pazaak: [{ game: "pazaak", players: [ann, { player: "kid" }] }, async (page) => {
    for (let turn = 0; turn < 4; ++turn) {
      await page.locator(".actions .main:not(:disabled)").tap();
      await page.locator(".actions .main:not(:disabled)").waitFor();
      assert.deepEqual(await out_of_sight(page), []);
    }
  }],
  gomoku: [{ game: "gomoku", rules: "swap2", players: [{ player: "champion" }, ann] }, async (page) => {
    await page.locator(".forms button").nth(2).waitFor();
    assert.deepEqual(await out_of_sight(page), []);
    await page.locator(".forms button").nth(1).tap();
  }],
  freestyle: [{ game: "gomoku", rules: "freestyle", switches: { size: 20 }, players: [ann, { player: "greedy" }] }, async (page) => {
    await page.locator(".lays").waitFor();
    const board = await page.locator(".lays").boundingBox();
    const tap = () => page.touchscreen.tap(board.x + board.width * 0.3, board.y + board.height * 0.3);
    await tap();
    await page.locator(".again:not(:empty)").waitFor();
    assert.equal(await page.locator(".stone:not(.ghost)").count(), 0);
    await tap();
    await page.locator(".stone:not(.ghost)").nth(1).waitFor();
    assert.equal(await page.locator(".again:not(:empty)").count(), 0);
  }],
  pig: [{ game: "pig", players: [ann, { player: "hold-20" }] }, async () => {}],
  tictactoe: [{ game: "tictactoe", players: [ann, { player: "perfect" }] }, async () => {}],
};

for (const [device, screen] of Object.entries({ phone: telephone, laptop }))
  for (const [name, [wish, play]] of Object.entries(positions))
    for (const locale of ["en", "hi", "ja"])
      test(`${name}: every decision is in sight, ${device}, ${locale}`, async () => {
        const page = await room_of(browser, server, { seed: 4, ...wish }, { ...screen, locale });
        await page.locator("section.board :is(button:not(:disabled), .lays)").first().waitFor();
        assert.deepEqual(await out_of_sight(page), []);
        await play(page);
        await page.locator("section.board :is(button:not(:disabled, [aria-disabled=true]), .lays)").first().waitFor();
        assert.deepEqual(await out_of_sight(page), []);
        if (locale === "en") await looked_at(page, `${device}-${name}`);
        assert.deepEqual(page.complaints, []);
        await page.context().close();
      });

test("the menus are behind one button each, and close after a choice", async () => {
  const page = await room_of(browser, server, { game: "tictactoe", players: [ann, { player: "perfect" }] }, telephone);
  assert.equal(await button(page, "Hint").isVisible(), false);
  await button(page, "Game").tap();
  await button(page, "Hint").tap();
  await page.locator("#advice").waitFor();
  assert.equal(await button(page, "Hint").isVisible(), false);
  await button(page, "Game").tap();
  await page.keyboard.press("Escape");
  assert.equal(await button(page, "Hint").isVisible(), false);
  // What is asked twice is asked in the menu.
  await button(page, "Game").tap();
  await button(page, "Resign").tap();
  await button(page, "Stay").tap();
  await button(page, "Language and colours").tap();
  await page.getByLabel("Colours").selectOption("dark");
  assert.equal(await page.evaluate("document.documentElement.dataset.theme"), "dark");
  await page.context().close();
});

test("what is told lies over the page and can be put away; the end of a game offers another one", async () => {
  const page = await open(browser, server, "/play/tictactoe", telephone);
  await button(page, "Start the game").tap();
  await page.locator(".cells .number").first().waitFor();
  const before = await page.locator(".cells").boundingBox();
  await button(page, "Game").tap();
  await button(page, "Save").tap();
  await message(page, "Game saved");
  assert.deepEqual(await page.locator(".cells").boundingBox(), before);
  await button(page, "Close this message").tap();
  assert.equal(await page.locator(".told").count(), 0);
  await button(page, "Game").tap();
  await button(page, "Resign").tap();
  await page.getByRole("group", { name: /resign/i }).getByRole("button").first().tap();
  await button(page, "Play another game").tap();
  await message(page, "Mark a free cell with X");
  await page.context().close();
});

test("a bot's page fits, whatever its opponents are called", async () => {
  const page = await open(browser, server, "/", telephone);
  await page.route("**/api/contests/x/changes**", (route) => route.fulfill({ json: { version: 1, document: {
    contest: "x", title: "x", game: "pazaak", rules: "koth", seed: "1", commitment: null, digest: "", complete: true,
    standings: ["a", "b".repeat(60)].map((bot, i) => ({ rank: i + 1, bot, points: 1, score_percent: 50, games: 2, won: 1, tied: 0, lost: 1, faults: 0 })),
    pairs: { games: [2], a_won: [1], tied: [0] }, ratings: [], seats: [], faults: [], fault_summary: [], disqualified: [], not_entered: [],
    bots: ["a", "b".repeat(60)].map((bot) => ({ bot, title: bot, house: true, author: "", language: "", answers: 0, mean_ms: null, slowest_ms: null })),
    live: { games_done: 2, games: 2, running: false, seconds_left: null }, race: { unit: "won", bots: [], points: [] } } } }));
  await page.route("**/api/contests/x/bots/*", (route) => route.fulfill({ json: { measured_games: 0, of_games: 2, points: [], decisions: [] } }));
  for (const path of ["/contests/x", "/contests/x/bots/a"]) {
    await page.goto(server.url + path);
    await page.getByRole("table").first().waitFor();
    await looked_at(page, path.includes("bots") ? "phone-bot" : "phone-contest");
  }
  await page.context().close();
});

/** What numbers at the right edge of their column shift, which get another digit. */
const grown_max = 0.002;

/** A contest of five bots after so many games of 4,000. Its ranking stays in order. */
function contest_after(games) {
  const bots = ["expert", "club", "greedy", "novice", "random"];
  const played = (place) => Math.round((games * (5 - place)) / 5);
  return {
    contest: "x", title: "x", game: "gomoku", rules: "swap2", seed: "1", commitment: null, digest: "", complete: false,
    distinct_games: games > 50 ? games - 7 : games,
    standings: bots.map((bot, place) => ({ rank: place + 1, bot, points: played(place), score_percent: 80.125 - 17 * place, games: played(place), won: played(place), tied: 2, lost: games, faults: 0 })),
    pairs: { games: Array(10).fill(0), a_won: Array(10).fill(0), tied: Array(10).fill(0) },
    ratings: bots.map((bot, place) => ({ bot, elo: 280.5 - games / 3 * place, margin: 12 + 500 / games, group: games > 500 ? 0 : 3 })),
    seats: games > 50 ? [0, 1].map((seat) => ({ seat, games, won: games, tied: 0, lost: 0, score_percent: 52.5, score_low: 40.25, score_high: 60.125, hands: games, mean: 0, best: null })) : [],
    faults: [], fault_summary: [], disqualified: [], not_entered: [],
    bots: bots.map((bot) => ({ bot, title: bot, house: true, author: "", language: "", answers: 0, mean_ms: null, slowest_ms: null })),
    live: { games_done: games, games: 4000, running: true, seconds_left: games > 10 ? 4000 - games : null }, race: { unit: "won", bots: [], points: [] },
  };
}

for (const [device, screen] of Object.entries({ phone: telephone, laptop }))
  test(`nothing moves on the page of a contest while it is played, ${device}`, async () => {
    const page = await open(browser, server, "/", screen);
    await watch_shifts(page);
    const states = [10, 40, 99, 700, 1200];
    let version = 1;
    await page.route("**/api/contests/x/live", (route) => route.abort());
    await page.route("**/api/contests/x/changes**", (route) => route.fulfill({ json: { version, document: contest_after(states[version - 1]) } }));
    await page.goto(`${server.url}/contests/x`);
    for (; version <= states.length; ++version) {
      await page.getByText(new RegExp(`^${states[version - 1].toLocaleString("en")} of 4,000 games`)).first().waitFor();
      const shifts = await page.evaluate(() => window.seen_shifts());
      assert.deepEqual(shifts.filter(({ value }) => value > grown_max), [], `after ${states[version - 1]} games`);
      if (version === states.length) break;
    }
    await looked_at(page, `${device}-live`);
    await page.context().close();
  });
