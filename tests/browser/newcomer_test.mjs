// What a person meets who knows none of the games: their rules in a minute, a bot to play at once, and a
// ladder to climb.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, open, picture } from "./browser.mjs";
import { button, serving } from "./play.mjs";
import { best_cell } from "./player.mjs";

const { browser, server } = await serving();
const catalog = (await (await fetch(`${server.url}/api/games`)).json()).games;

const whole = async (page) => {
  await page.locator("h1").waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
};

test("the rules of every game and rule set are told, in pictures and words, in each language", async () => {
  for (const locale of ["en", "ja", "hi"]) {
    const page = await open(browser, server, "/", { locale });
    for (const { name, rules } of catalog)
      for (const set of rules) {
        await page.goto(`${server.url}/rules/${name}?rules=${set.name}`);
        await whole(page);
        const told = await page.locator("main").innerText();
        assert.doesNotMatch(told, /\.minute\.|undefined|null/, `${name} ${set.name}`);
        assert.ok(await page.locator("main li svg, main li .picture ul").count() > 0, `${name} ${set.name} has pictures`);
        if (locale === "en") assert.deepEqual(await barriers(page), [], name);
      }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("the rules fit their window", async () => {
  const page = await open(browser, server, "/");
  for (const { name, rules } of catalog) {
    await page.goto(`${server.url}/rules/${name}?rules=${rules[0].name}`);
    await whole(page);
    assert.deepEqual(await picture(page, `rules-${name}`), []);
  }
  await page.context().close();
});

test("from a game its rules are one step away, and so is the way back", async () => {
  const page = await open(browser, server, "/");
  await page.getByRole("button", { name: /^Play .* at Yahtzee now$/ }).click();
  await page.waitForURL(/\/room\//);
  await page.getByRole("link", { name: "Rules in a minute" }).click();
  await page.getByRole("heading", { name: "Yahtzee: the rules in a minute" }).waitFor();
  await page.getByRole("link", { name: "Back to the game" }).first().click();
  await button(page, "Click to roll dice").waitFor();
  await page.context().close();
});

for (const [how, options] of [["by touch on a telephone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }], ["by keys", {}]])
  test(`one tap begins a game; a bot that is beaten gives its star, and the next one is offered, ${how}`, async () => {
    const press = (locator) => (options.hasTouch ? locator.tap() : locator.press("Enter"));
    const page = await open(browser, server, "/", options);
    await press(page.getByRole("button", { name: "Play Random at Tic-tac-toe now" }));
    await page.waitForURL(/\/room\//);
    // Random loses to a person who takes every row that can be had, sooner or later.
    const star = page.getByText("You have beaten Random.");
    const again = button(page, "Play another game");
    const cells = page.locator(".cells button");
    for (;;) {
      await page.locator(".cells button:not([aria-disabled=true]), .outcome h2").first().waitFor();
      if (await star.count()) break;
      if (await again.count()) {
        await press(again);
        await again.waitFor({ state: "detached" });
        continue;
      }
      const version = await page.locator(".cells svg").count();
      await press(cells.nth(await page.evaluate(best_cell)));
      await page.waitForFunction((before) => document.querySelectorAll(".cells svg").length !== before, version);
    }
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(await picture(page, `beaten-${options.hasTouch ? "phone" : "keys"}`), []);
    await page.goto(`${server.url}/play/tictactoe`);
    await whole(page);
    const steps = page.getByRole("region", { name: "The ladder" }).getByRole("listitem");
    assert.match(await steps.nth(0).innerText(), /★[^]*Random/);
    assert.match(await steps.nth(1).innerText(), /☆[^]*Perfect/);
    assert.deepEqual(await picture(page, "ladder-tictactoe"), []);
    await page.goto(server.url);
    await whole(page);
    await page.getByRole("button", { name: /^Play again: Tic-tac-toe/ }).waitFor();
    await page.getByRole("button", { name: "Play Perfect at Tic-tac-toe now" }).waitFor();
    await page.getByRole("img", { name: "1 of 2 bots beaten" }).waitFor();
    assert.deepEqual([await barriers(page), await picture(page, "home-star")], [[], []]);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("every ladder is whole in each language", async () => {
  for (const locale of ["en", "ja", "hi"]) {
    const page = await open(browser, server, "/", { locale });
    for (const { name, house_bots } of catalog) {
      await page.goto(`${server.url}/play/${name}`);
      await whole(page);
      assert.equal(await page.locator("section[aria-labelledby=ladder] li").count(), house_bots.length);
      assert.equal(await page.locator("section[aria-labelledby=ladder] svg").count(), house_bots.length, `${name}: each bot is measured`);
      if (locale === "en") assert.deepEqual([await barriers(page), await picture(page, `ladder-${name}`)], [[], []]);
    }
    await page.context().close();
  }
});
