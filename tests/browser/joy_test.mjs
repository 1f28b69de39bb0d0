// What moves in a game: dice that roll and cards that turn, for less than half a second, and nothing for a reader who
// wants no motion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, picture } from "./browser.mjs";
import { button, message, room_of, serving } from "./play.mjs";

const { browser, server } = await serving();
const moving_max_ms = 500;

/** Has the page remember the animations that begin in it, with how long each takes. */
const watch = (page) => page.evaluate(() => {
  window.begun = [];
  document.addEventListener("animationstart", ({ target }) => {
    for (const one of target.getAnimations()) window.begun.push(one.effect.getComputedTiming().duration);
  });
});
const begun = (page) => page.evaluate("window.begun");
const yahtzee = { game: "yahtzee", rules: "cab201-basic", seed: 4, players: [{ player: "human", name: "Ann" }] };

test("dice that are rolled roll, those that are held lie still, and a double click is one roll", async () => {
  const page = await room_of(browser, server, yahtzee, { reducedMotion: "no-preference" });
  await watch(page);
  await button(page, "Click to roll dice").dblclick();
  await message(page, "Roll 2 or choose a combination to score");
  await page.waitForFunction(() => window.begun.length >= 5);
  await page.getByRole("checkbox", { name: /Hold die 2/ }).check();
  await page.evaluate("window.begun.length = 0");
  await button(page, "Click to roll dice").click();
  await message(page, "Roll 3 or choose a combination to score");
  await page.waitForFunction(() => window.begun.length >= 4);
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  const durations = await begun(page);
  assert.equal(durations.length, 4);
  assert.ok(Math.max(...durations) <= moving_max_ms);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("cards that come are turned", async () => {
  const page = await room_of(browser, server, { game: "pazaak", seed: 3, players: [{ player: "human", name: "Ann" }, { player: "kid" }] },
    { reducedMotion: "no-preference" });
  await watch(page);
  await button(page, "End turn").click();
  await page.waitForFunction(() => window.begun.length > 0);
  assert.ok(Math.max(...await begun(page)) <= moving_max_ms);
  assert.deepEqual([await barriers(page), await picture(page, "pazaak-drawn")], [[], []]);
  await page.context().close();
});

test("a Yahtzee is celebrated, without motion in words alone", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const page = await room_of(browser, server, { ...yahtzee, seed: undefined, files: { dice: "6 6 6 6 6 " + "1 2 3 4 5 ".repeat(40) } }, { reducedMotion });
    await watch(page);
    await button(page, "Click to roll dice").click();
    await message(page, "Yahtzee!");
    assert.deepEqual(await barriers(page), []);
    if (reducedMotion === "reduce") {
      assert.deepEqual(await begun(page), []);
      assert.equal(await page.locator(".burst").evaluate((burst) => getComputedStyle(burst).opacity), "0");
      assert.deepEqual(await picture(page, "yahtzee-cheer"), []);
    } else await page.waitForFunction(() => window.begun.length >= 6);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
