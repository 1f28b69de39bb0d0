// Gomoku's Swap2 in the browser: each of its choices, explained when it comes up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, open, picture } from "./browser.mjs";
import { begin, button, lay, message, room_of, serving } from "./play.mjs";

const { browser, server } = await serving();

const people = [{ player: "human", name: "Ann" }, { player: "human", name: "Bob" }];
const opening = [[7, 7], [8, 8], [7, 9]];
/** Who plays which colour: what the list of players at the board says. */
const colours = (page) => page.locator("ul.players li").evaluateAll((players) =>
  Object.fromEntries(players.map((one) => [one.querySelector(".name").textContent, one.querySelector(".colour").textContent.split(",")[0]])));
const choice = (page, name) => page.locator(".forms button", { has: page.locator("strong", { hasText: name }) });
const moves = (page, name, asks) => page.locator("div.turn:has(> .asks)").filter({ hasText: `${asks}` }).filter({ hasText: name }).waitFor();

/** Opens as Ann, and checks that the opening and the three choices are explained to Bob. */
async function opened(rules) {
  const page = await room_of(browser, server, { game: "gomoku", rules, players: people });
  await page.getByText("Lay two black stones and then a white one. Your opponent then takes a colour").waitFor();
  await page.getByText("Lay stone 1 of 3: black.").waitFor();
  await lay(page, opening.slice(0, 2));
  await page.getByText("Lay stone 3 of 3: white.").waitFor();
  await button(page, "Take one back").click();
  await page.getByText("Lay stone 2 of 3: black.").waitFor();
  await lay(page, opening.slice(1));
  assert.equal(await page.locator(".stone.pending").count(), 3);
  await button(page, "Send").click();
  await moves(page, "Bob", "Take black, take white or place two");
  await message(page, "Your opponent has opened. There are three ways to answer.");
  const first = rules === "koth" ? ["Black", "Black", "Black"] : ["White", "Black", "White"];
  assert.deepEqual(await page.locator(".forms button").allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, " "))), [
    `Take black You play black as the board stands. ${first[0]} moves first.`,
    `Take white You lay a white stone and play white. ${first[1]} moves first.`,
    `Place two You lay a black and a white stone, and your opponent picks a colour. ${first[2]} moves first.`]);
  assert.equal(await button(page, "Send").isDisabled(), true, "no choice was made");
  return page;
}

test("taking black: the board stays, and the game goes on to five in a row", async () => {
  const page = await opened("swap2");
  assert.deepEqual(await barriers(page), []);
  assert.deepEqual(await picture(page, "gomoku-swap2"), []);
  await choice(page, "Take black").click();
  await moves(page, "Ann", "Place a white stone");
  assert.deepEqual(await colours(page), { Ann: "white", Bob: "black" });
  const white = [0, 1, 2, 3, 4].map((x) => [x, 0]), black = [0, 1, 2, 3].map((x) => [x, 14]);
  for (const [i, stone] of white.entries()) {
    await moves(page, "Ann", "Place a white stone");
    await lay(page, [stone]);
    if (i === 4) break;
    await moves(page, "Bob", "Place a black stone");
    await lay(page, [black[i]]);
  }
  await message(page, "Ann wins.");
  assert.equal(await page.locator("rect.won").count(), 5);
  assert.deepEqual(await picture(page, "gomoku-won"), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("taking white: a white stone is laid, and black moves first", async () => {
  const page = await opened("swap2");
  await choice(page, "Take white").click();
  await page.getByText("Lay stone 1 of 1: white.").waitFor();
  assert.equal(await choice(page, "Take white").getAttribute("aria-pressed"), "true");
  await lay(page, [[3, 3]]);
  await page.getByText("All stones are laid. Send them, or take one back.").waitFor();
  await button(page, "Send").click();
  await moves(page, "Ann", "Place a black stone");
  assert.deepEqual(await colours(page), { Ann: "black", Bob: "white" });
  assert.equal(await page.locator(".stone").count(), 4);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const [picked, ann, bob, first] of [["Black", "black", "white", ["Bob", "white"]], ["White", "white", "black", ["Ann", "white"]]])
  test(`placing two: the opponent picks ${ann}`, async () => {
    const page = await opened("swap2");
    await choice(page, "Place two").click();
    await page.getByText("Lay stone 1 of 2: black.").waitFor();
    await lay(page, [[3, 3]]);
    await page.getByText("Lay stone 2 of 2: white.").waitFor();
    await lay(page, [[4, 3]]);
    await button(page, "Send").click();
    await moves(page, "Ann", "Pick a colour");
    await message(page, "Your opponent has laid two more stones. Which colour do you play?");
    assert.deepEqual(await page.locator(".forms button").allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, " "))),
      ["Black You play black. White moves first.", "White You play white. White moves first."]);
    if (picked === "Black") assert.deepEqual(await picture(page, "gomoku-picking"), []);
    await choice(page, picked).click();
    await moves(page, first[0], `Place a ${first[1]} stone`);
    assert.deepEqual(await colours(page), { Ann: ann, Bob: bob });
    assert.equal(await page.locator(".stone").count(), 5);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("the contest's wording: black moves first, and the choices say so", async () => {
  const page = await opened("koth");
  await choice(page, "Take black").click();
  await moves(page, "Bob", "Place a black stone");
  assert.deepEqual(await colours(page), { Ann: "white", Bob: "black" });
  await page.context().close();
});

test("a game begins from a book of the program", async () => {
  const page = await open(browser, server, "/play/gomoku");
  await page.getByText("More choices").click();
  const book = page.getByLabel("Of the program");
  assert.deepEqual(await book.getByRole("option").evaluateAll((options) => options.map(({ value }) => value)), ["", "koth", "swap2"]);
  await book.selectOption("koth");
  assert.deepEqual([await page.locator("input[type=file]").count(), await barriers(page)], [0, []]);
  await begin(page, { rules: "koth", players: people });
  await page.locator(".stone").nth(3).waitFor();
  await page.getByText(/^Place a (black|white) stone/).first().waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
