// Looking back at a finished game: on a telephone and a wide screen, with keys, and as a link for others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, open, picture, shifts_of_first_load } from "./browser.mjs";
import { button, play_out, room_of, serving } from "./play.mjs";
import { review_ms } from "./player.mjs";

const { browser, server } = await serving();
const sizes = { phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, wide: { viewport: { width: 1280, height: 800 } } };
const games = {
  yahtzee: { wish: { game: "yahtzee", rules: "cab201-basic", seed: 4, players: [{ player: "human", name: "Ann" }, { player: "greedy" }] }, answers: ["hold 1 2", "1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "ch", "y"] },
  pazaak: { wish: { game: "pazaak", seed: 3, players: [{ player: "human", name: "Ann" }, { player: "kid" }] }, answers: ["end", "stand"] },
  gomoku: { wish: { game: "gomoku", rules: "freestyle", seed: 3, players: [{ player: "human", name: "Ann" }, { player: "greedy" }] }, answers: Array.from({ length: 225 }, (_, i) => `${(i * 7) % 15} ${(4 + Math.floor(i / 15) * 4) % 15}`) },
  pig: { wish: { game: "pig", seed: 3, switches: { target: 30 }, players: [{ player: "human", name: "Ann" }, { player: "pace" }] }, answers: ["roll", "hold"] },
};

/** Plays a game to its end: its address, and what the browser keeps that played it. */
async function played({ wish, answers }) {
  const page = await room_of(browser, server, wish);
  await play_out(page, answers);
  const storageState = await page.context().storageState();
  await page.context().close();
  return { path: new URL(page.url()).pathname, storageState };
}

for (const [game, how] of Object.entries(games))
  test(`${game} is looked back at`, async () => {
    const { path, storageState } = await played(how);
    for (const [size, options] of Object.entries(sizes)) {
      const room = await open(browser, server, path, { ...options, storageState });
      await room.getByRole("link", { name: "Review", exact: true }).click();
      await room.locator("figure svg").first().waitFor({ timeout: review_ms });
      assert.match(room.url(), /\/review\?step=0$/);
      assert.equal(await room.getByRole("columnheader", { name: "Luck" }).count(), game === "gomoku" ? 0 : 1);
      assert.doesNotMatch(await room.locator("main").innerText(), /thinks so/); // it has a text for pages
      const step = () => Number(new URL(room.url()).searchParams.get("step"));
      await room.keyboard.press("ArrowRight");
      assert.equal(step(), 1);
      await room.keyboard.press("End");
      assert.ok(step() > 1);
      await room.keyboard.press("Home");
      const dearest = room.locator("aside ol a").first();
      if (await dearest.count() > 0) {
        await dearest.click();
        await room.getByText(/Cost: /).first().waitFor();
      }
      assert.deepEqual(await barriers(room), []);
      if (size === "wide") assert.deepEqual(await picture(room, `review-${game}`), []);
      assert.equal(await room.evaluate("document.documentElement.scrollWidth > window.innerWidth"), false, "too wide");
      assert.deepEqual(await shifts_of_first_load(browser, server.url + path + "/review", options), []);
      assert.deepEqual(room.complaints, []);
      await room.context().close();
    }
  });

test("a stranger is shown the game, and plays on from a position of it; before its end nobody is", async () => {
  const { path } = await played(games.pig);
  const page = await open(browser, server, `${path}/review?step=1`);
  await button(page, "Play on from here").click({ timeout: review_ms });
  await page.waitForURL((url) => url.pathname.startsWith("/room/") && url.pathname !== `${path}/review` && !url.pathname.endsWith("review"));
  await page.locator("section.board button:not(:disabled)").first().waitFor();
  const early = await open(browser, server, new URL(page.url()).pathname + "/review");
  await early.getByText("The game is not over.").waitFor();
  for (const one of [page, early]) {
    assert.deepEqual(one.complaints.filter((text) => !/403/.test(text)), []);
    await one.context().close();
  }
});

test("each language has its texts", async () => {
  const { path, storageState } = await played(games.yahtzee);
  for (const [locale, title] of [["ja", "振り返り"], ["hi", "समीक्षा"]]) {
    const page = await open(browser, server, `${path}/review?step=0`, { ...sizes.phone, storageState, locale });
    await page.getByRole("heading", { level: 1, name: title }).waitFor({ timeout: review_ms });
    await page.locator("figure svg").first().waitFor();
    const main = await page.locator("main").innerText();
    assert.doesNotMatch(main, /\b(Cost|Luck|Better|choices|Nothing)\b/);
    await picture(page, `review-${locale}`);
    await page.context().close();
  }
});
