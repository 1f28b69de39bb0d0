// A table by link, and a contest night, as people see them: on a telephone, by keys, in each language,
// with reduced motion.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { barriers, hilltop, open, phone_picture, picture, pictures } from "./browser.mjs";
import { begun, button, lay, serving } from "./play.mjs";

const { browser, server } = await serving((server) => {
  hilltop("run", "koth-pazaak", "--games", 20, "--seed", 1, "--store", server.file("results.db"), "--out", "/dev/null");
  return [];
});
const telephone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const ann = { player: "human", name: "Ann" }, bob = { player: "human", name: "Bob" };
const says = (page, text) => page.getByText(text).first().waitFor();
const fits = async (page, name) =>
  assert.equal(await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"), false, `${name} is too wide`);

/** Two browsers at one table: the second one came by the first one's link. */
async function two(wish, options = {}) {
  const { path, storageState } = await begun(server, { players: [ann, bob], ...wish });
  const first = await open(browser, server, path, { ...telephone, ...options, storageState });
  await first.locator("section.board > *").nth(1).waitFor();
  await first.getByRole("button", { name: /Bob/ }).last().tap(); // the invitation
  const field = first.locator("input[readonly]");
  await field.waitFor();
  await first.locator(".code svg[role=img]").waitFor();
  return { first, link: new URL(await field.inputValue()) };
}

for (const locale of ["en", "ja", "hi"])
  test(`a table by link is begun, drawn and played again, on a telephone, ${locale}`, async () => {
    const { first, link } = await two({ game: "gomoku", rules: "freestyle" }, { locale });
    assert.deepEqual(await barriers(first), []);
    await fits(first, "the invitation");
    await first.screenshot({ path: join(pictures, `table-invitation-${locale}.png`), fullPage: true });
    const second = await open(browser, server, link.pathname + link.hash, { ...telephone, locale });
    await second.locator("section.board > *").nth(1).waitFor();
    await first.waitForFunction(() => document.querySelector(".code") === null); // Bob has come
    if (locale === "en") await says(first, "Bob is waiting for you.");
    const eve = await open(browser, server, link.pathname, { ...telephone, locale });
    if (locale === "en") await says(second, "1 person is looking on.");
    // A stone, by touch.
    await first.evaluate(() => window.scrollTo(0, 0)); // the invitation lies below the board
    const board = await first.locator(".lays").boundingBox();
    const tap = () => first.touchscreen.tap(board.x + board.width * 0.3, board.y + board.height * 0.3);
    await tap();
    await first.locator(".again:not(:empty)").waitFor();
    await tap();
    await second.locator(".stone:not(.ghost)").first().waitFor();
    // An offer, which the other one sees and agrees on by keys.
    const offer = { en: "Offer a draw", ja: "引き分けを提案", hi: "ड्रॉ का प्रस्ताव" }[locale];
    const agree = { en: "Agree", ja: "合意する", hi: "सहमत" }[locale];
    await second.locator(".top button").first().tap(); // the menu
    await button(second, offer).tap();
    await button(first, agree).waitFor();
    assert.deepEqual(await barriers(first), []);
    await first.screenshot({ path: join(pictures, `table-offer-${locale}.png`) });
    await button(first, agree).focus();
    await first.keyboard.press("Enter");
    const rematch = { en: "Rematch, seats swapped", ja: "席を替えて再戦", hi: "जगह बदलकर फिर से" }[locale];
    await button(second, rematch).waitFor();
    assert.deepEqual(await barriers(second), []);
    await fits(second, "the end");
    await second.screenshot({ path: join(pictures, `table-end-${locale}.png`) });
    await button(second, rematch).tap();
    for (const page of [first, second]) await page.waitForURL((url) => url.pathname !== link.pathname && url.pathname.startsWith("/room/"));
    assert.equal(new URL(first.url()).pathname, new URL(second.url()).pathname);
    await second.locator(".lays").waitFor(); // Bob moves first now
    for (const page of [first, second, eve]) {
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  });

test("hints are allowed by both, and a player resigns by name", async () => {
  const { first, link } = await two({ game: "gomoku", rules: "freestyle" });
  const second = await open(browser, server, link.pathname + link.hash, telephone);
  await says(second, "Hints are off.");
  await button(second, "Allow hints").tap();
  await says(first, "Bob would like to allow hints.");
  await button(first, "Allow hints").tap();
  await says(second, "Hints are on for all players, and everybody sees who asks for one.");
  assert.deepEqual(await barriers(second), []);
  assert.deepEqual(await picture(second, "table"), []);
  // Bob resigns while Ann is to move.
  await second.evaluate(() => window.scrollTo(0, 0));
  await second.locator(".top button").first().tap(); // the menu
  for (let sure = 0; sure < 2; ++sure) await button(second, "Resign").tap();
  for (const page of [first, second]) {
    await page.locator(".told").getByText("Bob resigns once Ann has moved.").waitFor();
    assert.deepEqual(await barriers(page), []);
  }
  assert.equal(await button(second, "Resign").count() + (await button(second, "Offer a draw").count()), 0);
  assert.deepEqual(await picture(second, "table-resigns"), []);
  await lay(first, [[7, 7]]);
  for (const page of [first, second]) await page.getByRole("heading", { name: "Bob resigned. Ann wins." }).waitFor();
  assert.deepEqual([await barriers(second), await picture(second, "table-end")], [[], []]);
  await second.context().close();
  await first.context().close();
});

test("a contest's end is told, and upsets; all at once with reduced motion", async () => {
  for (const reducedMotion of ["reduce", "no-preference"]) {
    const page = await open(browser, server, "/contests/koth-pazaak", { reducedMotion });
    await button(page, "Show the ranking from the last place to the first").click();
    const list = page.locator("section[aria-labelledby=reveal] li");
    if (reducedMotion === "reduce") {
      assert.equal(await list.filter({ hasText: "…" }).count(), 0);
      assert.deepEqual(await barriers(page), []);
      assert.deepEqual([await picture(page, "night-end"), await phone_picture(page, "night-end")], [[], []]);
    } else {
      assert.ok((await list.filter({ hasText: "…" }).count()) > 0);
      await list.last().locator("strong").waitFor();
      await button(page, "Show all").click();
      await list.first().locator("strong").waitFor();
    }
    await button(page, "The whole ranking").click();
    await page.getByRole("table").first().waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("while a contest is played a game of it goes on by itself, and stands still with reduced motion", async () => {
  const document = await (await fetch(`${server.url}/api/contests/koth-pazaak/changes?since=0`)).json();
  document.document.complete = false;
  document.document.live.running = true;
  for (const reducedMotion of ["reduce", "no-preference"]) {
    const page = await open(browser, server, "/", { reducedMotion });
    await page.route("**/api/contests/koth-pazaak/live", (route) => route.abort());
    await page.route("**/api/contests/koth-pazaak/changes**", (route) => route.fulfill({ json: document }));
    await page.goto(`${server.url}/contests/koth-pazaak`);
    const position = page.locator(".moment .row .faint");
    await position.waitFor();
    if (reducedMotion === "no-preference") {
      await page.waitForFunction((first) => document.querySelector(".moment .row .faint").textContent !== first, await position.textContent());
      await page.locator(".moment").getByRole("button", { name: "Pause" }).click();
    }
    const stands = await position.textContent();
    await page.locator(".moment .row button").nth(1).click();
    assert.notEqual(await position.textContent(), stands);
    assert.deepEqual(await barriers(page), []);
    if (reducedMotion === "reduce") assert.deepEqual(await picture(page, "night-moment"), []);
    await page.context().close();
  }
});

test("a contest has a page before it starts", async () => {
  for (const locale of ["en", "ja", "hi"]) {
    const page = await open(browser, server, "/", { ...telephone, locale });
    await page.route("**/api/contests/friday/changes**", (route) => route.fulfill({ status: 404, json: { error: { text: "no" } } }));
    await page.route("**/api/contests/friday/entries", (route) => route.fulfill({ json: { schema: "hilltop/entries/1", hosted: true,
      starts: 1_764_090_061, now: 1_764_000_000, running: false, entries: [{ bot: "pebble", title: "碁石", author: "Ann" }, { bot: "b".repeat(60), title: "", author: "" }] } }));
    await page.goto(`${server.url}/contests/friday`);
    await page.locator("[role=timer]").waitFor();
    assert.match(await page.locator("[role=timer]").innerText(), /01:0[01]:\d\d/);
    assert.deepEqual(await barriers(page), []);
    await fits(page, "before the start");
    assert.deepEqual(await picture(page, `night-before-${locale}`), []);
    await page.context().close();
  }
});
