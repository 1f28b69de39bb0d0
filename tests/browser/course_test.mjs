// The course's game for people: each test names the lines of its definition that it keeps, from the
// names of the boxes to the messages. What a box scores is in RULES.md, and in the tests next to it.
//
// Two lines are kept in a form of the browser's own:
// - "At the start only the menu is active": the page of a new game has the menu, with Save inactive,
//   and a form with what stood at the right of the window: number of players and names. There are no
//   dice before New.
// - The list of players stands at the right, or below on a narrow screen.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { barriers, open, picture, typed } from "./browser.mjs";
import { begin, button, message, room_of, serving } from "./play.mjs";

const { browser, server } = await serving();

// The lines of a score card from top to bottom. "here Chance stands before Yahtzee".
const lines = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sub-Total", "Bonus for 63+", "Upper Total",
  "3 of a Kind", "4 of a Kind", "Full House", "Small Straight", "Large Straight", "Chance", "Yahtzee",
  "Yahtzee Bonus", "Lower Total", "Grand Total"];
const typed_names = { Ones: "1s", Twos: "2s", Threes: "3s", Fours: "4s", Fives: "5s", Sixes: "6s", "3 of a Kind": "3k",
  "4 of a Kind": "4k", "Full House": "fh", "Small Straight": "ss", "Large Straight": "ls", Chance: "ch", Yahtzee: "y" };
const ended = "Your turn has ended - click OK";

// The boxes in the order in which both players fill them, and the dice that each scores: the first
// player gets 50, a Yahtzee bonus and the upper bonus, the second several zeros.
const turns = [
  ["Yahtzee", "55555", "12345"], ["Ones", "11111", "21634"], ["Twos", "22226", "22336"], ["Threes", "33331", "33214"],
  ["Fours", "44442", "16235"], ["Fives", "55551", "55562"], ["Sixes", "66663", "66123"], ["3 of a Kind", "44415", "12346"],
  ["4 of a Kind", "66662", "22223"], ["Full House", "55522", "33344"], ["Small Straight", "34561", "23451"],
  ["Large Straight", "23456", "13456"], ["Chance", "66554", "11212"],
];
// Each turn rolls five dice, holds the first and rolls the others; the first turn rolls a third time.
const junk = "2461";
const dice = turns.flatMap(([, ...scored], round) => scored.flatMap((wanted, seat) => [
  wanted[0] + junk, ...(round + seat === 0 ? [junk] : []), wanted.slice(1)])).join("").split("").join(" ");

/** The cards that the terminal shows after each turn of the same game: by turn, by player, by line. */
function cards_of_terminal(file) {
  const typing = turns.map(([box], round) => ["roll", ...(round === 0 ? ["hold 1"] : []), "hold 1", typed_names[box], "ok",
    "roll", "hold 1", typed_names[box], "ok"].join("\n")).join("\n");
  const shown = typed(`${typing}\nno\n`, "play", "yahtzee", "human", "human", "--rules", "cab201-advanced", "--dice", file);
  const after_turns = shown.split(ended).slice(1);
  assert.equal(after_turns.length, 2 * turns.length);
  return after_turns.map((text) => {
    const all = text.replace(/^Player \d> /gm, "").split("\n");
    const names = all.findIndex((line) => /^ +Player 1 +Player 2$/.test(line));
    const end = all[names].indexOf("Player 1") + "Player 1".length; // figures are right-aligned under the names
    const rows = all.slice(names + 1, names + 1 + lines.length);
    return [rows.map((row) => row.slice(16, end).trim()), rows.map((row) => row.slice(end).trim())];
  });
}

const worth = (page) => page.locator("td.worth").allInnerTexts();
/** The names of what can be pressed in the window now. */
const active = (page) => page.evaluate(() => [...document.querySelectorAll("section.board :is(button, input):not(:disabled)")]
  .map((node) => node.textContent.trim() || "hold box"));
/** What can be pressed or changed on the whole page, but for links, for what is shown, and for language and colours. */
const active_on_page = (page) => page.evaluate(() => [...document.querySelectorAll("main :is(button, input, select, textarea):not(:disabled)")]
  .map((node) => node.textContent.trim() || node.getAttribute("aria-label")));
const all_cards = (page) => page.evaluate(() => {
  const rows = [...document.querySelectorAll("table.all tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent.trim()));
  return { lines: rows.map(([line]) => line), cards: [1, 2].map((seat) => rows.map((row) => row[seat])) };
});
/** The card of the player whose turn it is, as the window shows it. */
const window_card = (page) => page.evaluate(() => [
  ...[...document.querySelectorAll(".columns tbody tr")].map((row) => row.querySelector(".value").textContent.trim()),
  document.querySelector(".total strong").textContent]);
const list_of_players = (page) => page.evaluate(() => [...document.querySelectorAll("aside table tbody tr")]
  .map((row) => [row.querySelector("input").value, row.querySelector("td").textContent]));

// "1 to 6 players, more is an error", "names that can be changed", "Rule set basic or advanced",
// "Number of Players (1 to 6, at first 2)", "Player 1, Player 2, …", "Save is inactive until New or
// Load", "Load is there at the start", "No current saved game."
test("before the game: the menu, the number of players and their names", async () => {
  const page = await open(browser, server, "/play/yahtzee");
  await button(page, "New").waitFor();
  assert.deepEqual(await page.getByRole("toolbar").getByRole("button").evaluateAll((buttons) =>
    buttons.map((each) => [each.textContent, each.disabled])), [["New", false], ["Save", true], ["Load", false]]);
  const number = page.getByLabel("Number of Players");
  assert.deepEqual(await number.evaluate(({ value, min, max }) => [value, min, max]), ["2", "1", "6"]);
  for (const [wanted, players] of [["7", 6], ["0", 1], ["3", 3]]) {
    await number.fill(wanted);
    await number.blur();
    assert.deepEqual(await page.getByRole("textbox", { name: /^Name of player/ }).evaluateAll((names) => names.map(({ value }) => value)),
      Array.from({ length: players }, (_, seat) => `Player ${seat + 1}`));
  }
  const seven = await fetch(`${server.url}/api/rooms`, { method: "POST",
    body: JSON.stringify({ game: "yahtzee", rules: "cab201-basic", players: Array(7).fill({ player: "human" }) }) });
  assert.equal(seven.status, 422);
  assert.deepEqual(await page.getByLabel("Rules").getByRole("option").evaluateAll((all) => all.map(({ value }) => value)), ["koth", "cab201-basic", "cab201-advanced"]);
  await button(page, "Load").click();
  await message(page, "No current saved game.");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

// "A turn: …", the five messages, "every box and total", "A box that has not been used is blank, not 0;
// the totals show 0", "the hold boxes are active from the first roll and cleared for the next turn",
// "Unused combinations become active after the first roll of a turn and used ones never again", "the
// roll button is inactive after the third roll", "After a combination is scored nothing is active but
// an OK button", "a list shows every player's running Grand Total", "Name (editable in place)", "Save is
// … for the start of a turn, before Roll 1", "the winner … announced and another game is offered".
test("two people play with the dice of a file: every box and total is the terminal's, after every turn", async () => {
  writeFileSync(server.file("dice"), dice);
  const expected = cards_of_terminal(server.file("dice"));
  const page = await open(browser, server, "/play/yahtzee");
  await begin(page, { rules: "cab201-advanced", files: { dice: server.file("dice") } });
  const unused = turns.map(([box]) => box);
  for (const [round, [box, ...scored]] of turns.entries())
    for (const seat of [0, 1]) {
      const open_boxes = lines.filter((line) => unused.includes(line));
      await message(page, "Roll 1");
      await page.locator(".turn .name").filter({ hasText: `Player ${seat + 1}` }).waitFor();
      assert.deepEqual(await active(page), ["Click to roll dice"]);
      assert.equal(await button(page, "Save").isDisabled(), false);
      assert.equal(await page.getByRole("checkbox", { checked: true }).count(), 0);
      await button(page, "Click to roll dice").click();
      await message(page, "Roll 2 or choose a combination to score");
      assert.equal(await button(page, "Save").isDisabled(), true);
      assert.deepEqual(await active(page), [...Array(5).fill("hold box"), "Click to roll dice", ...open_boxes]);
      if (round + seat === 0) {
        assert.deepEqual(await window_card(page), lines.map((line) => (line in typed_names ? "" : "0")));
        assert.deepEqual(await barriers(page), []);
        assert.deepEqual(await picture(page, "yahtzee"), []);
        await page.getByRole("checkbox", { name: /Hold die 1/ }).check();
        await button(page, "Click to roll dice").click();
        await message(page, "Roll 3 or choose a combination to score");
      }
      await page.getByRole("checkbox", { name: /Hold die 1/ }).check();
      await button(page, "Click to roll dice").click();
      if (round + seat === 0) {
        await message(page, "Choose a combination to score");
        assert.deepEqual(await active(page), [...Array(5).fill("hold box"), ...open_boxes]);
      } else {
        await message(page, "Roll 3 or choose a combination to score");
      }
      await page.getByText(`The dice after roll ${round + seat === 0 ? 3 : 2}: ${[...scored[seat]].join(" ")}.`).waitFor({ state: "attached" });
      await button(page, box).click();
      await message(page, ended);
      if (seat === 1) unused.splice(unused.indexOf(box), 1);
      assert.deepEqual(await active_on_page(page), ["OK"]);
      assert.deepEqual((await worth(page)).filter(Boolean), []);
      const shown = await all_cards(page), turn = 2 * round + seat;
      assert.deepEqual(shown.lines, lines);
      assert.deepEqual(shown.cards, expected[turn], `after turn ${turn + 1}`);
      assert.deepEqual(await window_card(page), expected[turn][seat]);
      const totals = expected[turn].map((card) => card.at(-1));
      assert.deepEqual((await list_of_players(page)).map(([, total]) => total), totals);
      await button(page, "OK").click();
    }
  const last = expected.at(-1);
  assert.deepEqual([0, 1].map((seat) => last[seat][lines.indexOf("Yahtzee Bonus")]), ["100", "0"]);
  assert.deepEqual([0, 1].map((seat) => last[seat][lines.indexOf("Bonus for 63+")]), ["35", "0"]);
  await message(page, "Player 1 wins.");
  assert.deepEqual((await all_cards(page)).cards, last);
  await button(page, "Play another game").click();
  await message(page, "Roll 1");
  assert.deepEqual(await list_of_players(page), [["Player 1", "0"], ["Player 2", "0"]]);
  await page.getByLabel("Name of player 2").fill("Zoë");
  await page.getByLabel("Name of player 2").press("Enter");
  await page.getByText("Score card of Zoë").or(page.locator("table.all th", { hasText: "Zoë" })).first().waitFor({ state: "attached" });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Plays a game of basic rules to its end by the first roll of each turn. */
async function to_the_end(page, players) {
  for (let turn = 0; turn < 13 * players; ++turn) {
    await button(page, "Click to roll dice").click();
    await page.locator("section.board th button:not(:disabled)").first().click();
    await button(page, "OK").click();
  }
}

// "all who tie are announced", "one: that the game is over, and another is offered"
test("a tie names all who tie; who plays alone is told that the game is over", async () => {
  const dice_of_tie = Array(26 * 5).fill("1 2 3 4 6".split(" ")).flat().slice(0, 26 * 5).join(" ");
  for (const [players, said] of [[["Ann", "Bob"], /^A tie between Ann and Bob\.$/], [["Ann"], /^The game is over with \d+ points\.$/]]) {
    const page = await room_of(browser, server, { game: "yahtzee", rules: "cab201-basic", files: { dice: dice_of_tie },
      players: players.map((name) => ({ player: "human", name })) });
    await to_the_end(page, players.length);
    await page.getByRole("heading", { name: said }).waitFor();
    assert.equal(await button(page, "Play another game").isEnabled(), true);
    await page.context().close();
  }
});
