// How the pages feel: no layout jumps, no text of ours in another language than the reader's, a small
// first view, and nothing from another host.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { barriers, hilltop, open, picture, pictures, shifts_of_first_load } from "./browser.mjs";
import { english_of } from "./english.mjs";
import { begun, can_be_pressed, lay, room_of, serving } from "./play.mjs";

const first_view_max_bytes = 100_000; // compressed, as in scripts/pages

const { browser, server } = await serving((server) => {
  hilltop("run", "koth-pazaak", "--games", 20, "--store", server.file("results.db"));
  return [];
});

/**
 * Has the page remember every shift of its layout, also those that follow a key or a click. Lines of
 * the list of news move down in it, and a text in the middle of its place may change its length.
 * `free`: what else may move.
 */
async function watch_shifts(page, free) {
  await page.evaluate((free) => {
    window.shifts = [];
    const middle = (rect) => rect.x + rect.width / 2;
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries())
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (!element || element.closest(`.list, ${free}`)) continue;
          if (from.y === to.y && Math.abs(middle(from) - middle(to)) < 1) continue;
          window.shifts.push(`${element.outerHTML.slice(0, 60)} ${from.x},${from.y} ${from.width}x${from.height} -> ${to.x},${to.y} ${to.width}x${to.height}`);
        }
    }).observe({ type: "layout-shift" });
  }, free);
}
const shifts_of = (page) => page.evaluate(() => new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts)))));

/** Presses what a person could press next; false if the game is over. */
async function step(page, game, turn) {
  await page.locator(`${can_be_pressed}, .notices h2`).first().waitFor();
  if (await page.locator(".notices h2").count()) return false;
  if (game !== "gomoku") {
    const buttons = await page.locator(can_be_pressed).elementHandles();
    await buttons[(7 * turn) % buttons.length].click();
    return true;
  }
  const forms = page.locator(".forms button");
  if (await forms.count()) await forms.nth(turn % 3).click();
  for (let i = 0; await page.locator(".lays").count() && i < 3; ++i) await lay(page, [[(5 * turn + 2 * i) % 15, (3 * turn + i) % 15]]);
  const send = page.locator(".laying .main:not(:disabled)");
  if (await send.count()) await send.click();
  return true;
}

const games = [
  { game: "yahtzee", rules: "cab201-advanced", players: [{ player: "human", name: "Ann" }, { player: "human", name: "Bob" }], turns: 12 },
  { game: "yahtzee", rules: "koth", players: [{ player: "human", name: "Ann" }, { player: "greedy" }], turns: 8 },
  { game: "pazaak", players: [{ player: "human", name: "Ann" }, { player: "kid" }], turns: 24 },
  { game: "gomoku", rules: "swap2", players: [{ player: "human", name: "Ann" }, { player: "human", name: "Bob" }], turns: 5 },
  { game: "gomoku", rules: "koth", players: [{ player: "random" }, { player: "human", name: "Ann" }], turns: 5 },
  { game: "pig", players: [{ player: "human", name: "Ann" }, { player: "hold-20" }], turns: 16 },
  { game: "tictactoe", players: [{ player: "human", name: "Ann" }, { player: "perfect" }], turns: 9 },
];
// Every second game in each language; all of them with HILLTOP_LONG_TESTS=1.
for (const [language, width, odd] of [["ja", 360, 0], ["hi", 1280, 1]])
  for (const { turns, ...wish } of games.filter((_, i) => process.env.HILLTOP_LONG_TESTS || i % 2 === odd))
    test(`${wish.game} ${wish.rules ?? ""} against ${wish.players.at(-1).player}, ${language}, ${width} px: nothing jumps, nothing is in English`, async () => {
      const page = await room_of(browser, server, { ...wish, seed: 4 }, { locale: language, viewport: { width, height: 800 } });
      await page.waitForFunction(() => document.querySelector("aside td, aside h2") !== null);
      // Swap2's choices are below the board where there is no place beside it, and so above the lists.
      await watch_shifts(page, wish.game === "gomoku" && width < 700 ? "aside, .players" : ".none");
      const english = new Set();
      for (let turn = 0; turn < turns && await step(page, wish.game, turn); ++turn)
        for (const text of await english_of(page)) english.add(text);
      assert.deepEqual(await shifts_of(page), []);
      const hint = page.locator(".top [role=toolbar] button").nth(4);
      if (await hint.isEnabled()) {
        const menu = page.locator(".top .opens");
        if (await menu.isVisible()) await menu.click();
        await hint.click();
        await page.locator("#advice, .notices p").first().waitFor();
        for (const text of await english_of(page)) english.add(text);
      }
      assert.deepEqual([...english], []);
      await page.screenshot({ path: join(pictures, `${wish.game}-${wish.rules ?? "rules"}-${language}.png`), fullPage: true });
      assert.equal(await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"), false, "it is too wide");
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    });

const first_shift_max = 0.01; // of the view, in all shifts of a page

const pages = ["/", "/play", ...["yahtzee", "pazaak", "gomoku", "pig", "tictactoe"].flatMap((game) => [`/play/${game}`, `/rules/${game}`]), "/contests",
  "/contests/koth-pazaak", "/contests/koth-pazaak/bots/kid", "/contests/koth-pazaak/games/bold-kid:3", "/host", "/play/chess",
  "/room/none"];
const two = [{ player: "human", name: "Ann" }, { player: "human", name: "Bob" }];
const rooms = [["yahtzee", "cab201-advanced"], ["pazaak", "koth"], ["gomoku", "swap2"], ["pig", "standard"], ["tictactoe", "classic"]];

for (const width of [360, 1280])
  test(`nothing jumps while a page loads for the first time, ${width} px`, async () => {
    const begins = await Promise.all(rooms.map(async ([game, rules]) => {
      const { path, storageState } = await begun(server, { game, rules, players: two, seed: 4 });
      return [`${path} of ${game}`, path, { storageState }];
    }));
    const found = {};
    for (const [name, path, options] of [...pages.map((path) => [path, path, {}]), ...begins]) {
      const shifts = await shifts_of_first_load(browser, server.url + path, { viewport: { width, height: 800 }, ...options });
      const all = shifts.reduce((sum, { value }) => sum + value, 0);
      if (all >= first_shift_max) found[name] = { all, shifts };
    }
    assert.deepEqual(found, {});
  });

/** Presses keys one after the other; each act ends when its move is taken and the focus is where the next key belongs. */
async function by_keys(page, acts) {
  for (const [keys, focused] of acts) {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
    await page.waitForFunction((wanted) => {
      const { activeElement } = document;
      const said = activeElement.getAttribute("aria-label") ?? activeElement.textContent;
      return !document.querySelector("section.board[aria-busy=true]") && said.trim().startsWith(wanted);
    }, focused);
  }
}

test("after each key the focus is where the next one belongs", async () => {
  const room = (wish) => room_of(browser, server, { seed: 4, ...wish });
  let page = await room({ game: "yahtzee", rules: "cab201-basic", players: [{ player: "human", name: "Ann" }, { player: "human", name: "Bob" }] });
  await page.getByRole("button", { name: "Click to roll dice" }).focus();
  await by_keys(page, [["Enter", "Click to roll dice"], ["Tab", "Ones"], ["Enter", "OK"], ["Enter", "Click to roll dice"], ["Enter", "Click to roll dice"]]);
  await page.context().close();
  page = await room({ game: "gomoku", rules: "koth", players: [{ player: "greedy" }, { player: "human", name: "Ann" }] });
  await page.locator(".forms button", { hasText: "Take white" }).focus();
  await by_keys(page, [["Enter", "Board of 15"]]);
  await lay(page, [[0, 3]]);
  await by_keys(page, [["Tab Tab Tab Tab Tab Tab", "Send"], ["Enter", "Board of 15"]]);
  await page.context().close();
  page = await room({ game: "pazaak", players: [{ player: "human", name: "Ann" }, { player: "kid" }] });
  await page.getByRole("button", { name: "End turn" }).focus();
  await by_keys(page, [["Enter", "End turn"], ["Tab", "Stand"]]);
  await page.context().close();
});

for (const language of ["ja", "hi"])
  test(`no page of ours is in English for a reader of ${language}`, async () => {
    const page = await open(browser, server, "/", { locale: language });
    for (const path of ["/", "/play", ...["yahtzee", "pazaak", "gomoku", "pig", "tictactoe"].flatMap((game) => [`/play/${game}`, `/rules/${game}`]), "/contests",
      "/contests/koth-pazaak", "/contests/koth-pazaak/bots/kid", "/contests/koth-pazaak/games/bold-kid:3", "/play/chess", "/room/none"]) {
      await page.goto(server.url + path);
      await page.locator("h1").waitFor();
      await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
      for (const more of await page.locator("summary").all()) await more.click();
      for (const rules of await page.locator("form select").first().locator("option").all().catch(() => []))
        if (path.startsWith("/play/")) await page.locator("form select").first().selectOption(await rules.getAttribute("value"));
      assert.deepEqual(await english_of(page), [], path);
    }
    await page.context().close();
  });

const pictured = { play: "/play", ...Object.fromEntries(rooms.map(([game]) => [`setup-${game}`, `/play/${game}`])),
  contests: "/contests", bot: "/contests/koth-pazaak/bots/kid" };

test("each page fits its window, in light and dark", async () => {
  const page = await open(browser, server, "/");
  for (const [name, path] of Object.entries(pictured)) {
    await page.goto(server.url + path);
    await page.locator("h1").waitFor();
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
    for (const more of await page.locator("form summary").all()) await more.click();
    assert.deepEqual([await picture(page, name), await barriers(page)], [[], []], path);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const { game, turns, ...wish } of games.filter(({ game }) => game === "pig" || game === "tictactoe"))
  test(`${game} fits its window, in play and at its end`, async () => {
    const page = await room_of(browser, server, { game, seed: 4, ...wish });
    for (let turn = 0; turn < 2; ++turn) await step(page, game, turn);
    await page.locator(can_be_pressed).first().waitFor();
    assert.deepEqual([await picture(page, game), await barriers(page)], [[], []]);
    for (let turn = 2; await step(page, game, turn); ++turn);
    assert.deepEqual([await picture(page, `${game}-over`), await barriers(page)], [[], []]);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("the first view is whole in three languages, under 100 kB, without a request to another host", async () => {
  for (const language of ["en", "ja", "hi"]) {
    const page = await open(browser, server, "/", { locale: language });
    await page.waitForLoadState("networkidle"); // else the end of this load is counted, too
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    let bytes = 0;
    network.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Hilltop" }).waitFor();
    await page.waitForLoadState("networkidle");
    assert.ok(bytes > 10_000 && bytes < first_view_max_bytes, `${bytes} bytes`);
    assert.equal(await page.evaluate("document.documentElement.lang"), language);
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(await picture(page, `home-${language}`), []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
