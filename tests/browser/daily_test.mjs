// The daily game, the numbers of a browser, and what is there when the server is not: on a telephone with touch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, open, picture, shifts_of_first_load } from "./browser.mjs";
import { boxes, button, message, play_out, serving } from "./play.mjs";

const { browser, server } = await serving();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function well_made(page, name) {
  assert.deepEqual(await barriers(page), []);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"), false, "too wide");
  await picture(page, name);
}

/** From the first page on, as a person does. Returns the page, in its room. */
async function begun(options = phone, name = "Ann") {
  const page = await open(browser, server, "/", options);
  await page.getByRole("link", { name: /^(Game of the day|日替わりゲーム|आज का खेल)$/ }).click();
  await page.getByRole("textbox").first().fill(name);
  await page.locator("li.card").last().locator("button.main").first().waitFor();
  await well_made(page, `daily-${options.locale ?? "en"}`);
  await page.locator("li.card", { hasText: /Yahtzee|ヤッツィー|याट्ज़ी/ }).locator("button.main").click();
  await page.waitForURL(/\/room\//);
  await page.locator("section.board > *").nth(1).waitFor();
  return page;
}

/** Rolls; returns what falls, as a screen reader is told. */
async function roll(page) {
  await button(page, "Click to roll dice").tap();
  await message(page, "Roll 2 or choose a combination to score");
  return page.getByRole("img", { name: /^Die \d shows \d$/ }).evaluateAll((dice) => dice.map((die) => die.getAttribute("aria-label")));
}

test("two browsers have the same dice and one try each, and see each other after it", async () => {
  const ann = await begun(), bob = await begun(phone, "Bob");
  assert.notEqual(ann.url(), bob.url());
  const fell = await roll(ann);
  assert.equal(fell.length, 5);
  assert.deepEqual(await roll(bob), fell);
  for (const name of ["Undo", "Hint"])
    assert.equal(await ann.getByRole("button", { name, exact: true, includeHidden: true }).first().isDisabled(), true, name);
  // Bob may not look at Ann's table, nor at the list.
  const curious = await bob.context().newPage();
  await curious.goto(ann.url());
  await curious.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await curious.locator("section.board").count(), 0);
  await play_out(ann, boxes);
  await ann.getByRole("link", { name: "Result and list" }).click();
  await ann.getByText(/Best play from where you were/).waitFor();
  await ann.getByText("Ann", { exact: true }).first().waitFor();
  await well_made(ann, "day");
  const day = new URL(ann.url()).pathname;
  await curious.goto(server.url + day);
  await curious.getByText(/The list is shown once your own game is over/).waitFor();
  assert.equal(await curious.locator("table").count(), 0);
  // The same try after a reload, in another tab of the same browser.
  const tab = await bob.context().newPage();
  await tab.goto(server.url + "/daily");
  await tab.getByRole("button", { name: /^Continue/ }).click();
  await tab.waitForURL(bob.url());
  await play_out(tab, boxes);
  await tab.goto(server.url + day);
  await tab.locator("tbody tr").nth(1).waitFor();
  await ann.getByRole("link", { name: "Review" }).click();
  await ann.locator("figure svg").first().waitFor();
  for (const page of [ann, bob]) assert.deepEqual(page.complaints, []);
  assert.deepEqual(await shifts_of_first_load(browser, server.url + "/daily", phone), []);
  assert.deepEqual(await shifts_of_first_load(browser, server.url + day, phone), []);
  // Numbers: Ann's game is the only one.
  await ann.goto(server.url + "/numbers");
  await ann.getByText(/A choice gave up .* in 1 game\./).waitFor();
  await well_made(ann, "numbers");
  await button(ann, "Forget my games").click();
  await ann.getByText("Shall the server forget").waitFor();
  await button(ann, "Forget my games").last().click();
  await ann.getByText("No game is finished yet.").waitFor();
  assert.deepEqual(await shifts_of_first_load(browser, server.url + "/numbers", phone), []);
  for (const page of [ann, bob]) await page.context().close();
});

test("a link to a day begins its game in a browser that was never here", async () => {
  const page = await open(browser, server, "/daily/yahtzee/" + new Date().toISOString().slice(0, 10), phone);
  await page.getByRole("button", { name: /^Play today's game/ }).tap();
  await page.waitForURL(/\/room\//);
  await page.locator("section.board > *").nth(1).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("past days are played again, with the command for a terminal", async () => {
  const page = await open(browser, server, "/daily", phone);
  await page.locator("summary", { hasText: /^Yahtzee$/ }).tap();
  await page.locator(".past a").first().tap();
  await page.getByText(/hilltop play \S+ .*--seed \S+/).waitFor();
  await well_made(page, "day-past");
  await page.getByRole("button", { name: /^Play this game/ }).click();
  await page.waitForURL(/\/room\//);
  await page.locator("section.board > *").nth(1).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("each language has its texts", async () => {
  for (const locale of ["ja", "hi"]) {
    const page = await begun({ ...phone, locale });
    await page.goto(server.url + "/daily/yahtzee/" + new Date().toISOString().slice(0, 10));
    await page.locator("button.main").first().waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /\b(Play|try|list|seed|Hash|hidden)\b/);
    await well_made(page, `day-${locale}`);
    await page.goto(server.url + "/numbers");
    await page.locator("main p a").first().waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /\b(Games|Won|finished|browser)\b/);
    await page.context().close();
  }
});

test("a server that is away is told of, and its return too; nothing moves", async () => {
  const page = await open(browser, server, "/", phone);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  const before = await page.locator("h1").boundingBox();
  await server.stop();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("The server does not answer. Trying again").waitFor();
  assert.deepEqual(await page.locator("h1").boundingBox(), before);
  await picture(page, "away");
  await server.start();
  await page.getByText("The server does not answer. Trying again").waitFor({ state: "detached" });
  await page.context().close();
});

test("the pages can be installed", async () => {
  const page = await open(browser, server, "/", phone);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { icons } = JSON.parse(data);
  for (const { src, sizes, type } of icons.filter((icon) => icon.type === "image/png")) {
    const size = await page.evaluate(async (from) => {
      const image = new Image();
      image.src = from;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, new URL(src, server.url + "/manifest.json").href);
    assert.equal(size, sizes, `${src} (${type})`);
  }
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A browser of tests has no profile into which it would install.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
