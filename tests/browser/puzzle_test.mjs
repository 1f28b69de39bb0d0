// Puzzles in the browser: by touch on a telephone and by keys, in each language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { barriers, open, picture, shifts_of_first_load } from "./browser.mjs";
import { button, lay, serving } from "./play.mjs";

const { browser, server } = await serving();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const wide = { viewport: { width: 1280, height: 800 } };

/** What the server says of an answer. */
const judged = async (game, number, answer) =>
  (await fetch(`${server.url}/api/puzzles/${game}/${number}`, { method: "POST", body: JSON.stringify({ answer }) })).json();

async function wrong_number(game, answer) {
  for (let number = 1; ; ++number) {
    const said = await judged(game, number, answer);
    if (said.right === false) return number;
  }
}

test("the puzzle of the day is one tap away, its answer is judged, and the next one follows", async () => {
  const number = await wrong_number("pazaak", "stand");
  for (const options of [phone, wide]) {
    const page = await open(browser, server, "/", options);
    const press = (locator) => (options.hasTouch ? locator.tap() : locator.press("Enter"));
    await press(page.getByRole("heading", { name: "Puzzle of the day" }).locator("+ p").getByRole("link", { name: "Simple Pazaak" }));
    await page.getByText("One choice is much better than every other. Which one?").waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.goto(`${server.url}/puzzles/pazaak/${number}`);
    const stand = page.getByRole("button", { name: /^Stand/ });
    await stand.waitFor();
    assert.deepEqual(await picture(page, "puzzle-pazaak-asked"), []);
    await press(stand);
    await page.getByText(/^No: .* costs .* of winning\. The answer is /).first().waitFor();
    assert.deepEqual([await barriers(page), await picture(page, "puzzle-pazaak-wrong")], [[], []]);
    await press(button(page, "Try again"));
    await stand.waitFor();
    await page.goto(`${server.url}/puzzles`);
    await page.getByText("0 of 1 tried ones solved at once; there are 500.").waitFor();
    assert.deepEqual([await barriers(page), await picture(page, "puzzles")], [[], []]);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"), false, "too wide");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
    for (const path of ["/puzzles", `/puzzles/pazaak/${number}`])
      assert.deepEqual(await shifts_of_first_load(browser, server.url + path, options), []);
  }
});

test("a win of Gomoku is found by keys, and is counted once", async () => {
  const { best: [best] } = await judged("gomoku", 1, "0,0");
  const page = await open(browser, server, "/puzzles/gomoku/1", wide);
  await page.getByText(/^One stone alone surely wins/).waitFor();
  await lay(page, [best.typed.split(" ").map(Number)]);
  await page.getByText(`Right: ${best.typed.replace(" ", ", ")}.`).first().waitFor();
  assert.equal(await page.locator("aside ol li").count(), best.line.length);
  assert.deepEqual([await barriers(page), await picture(page, "puzzle-gomoku")], [[], []]);
  await page.getByRole("link", { name: "Next puzzle" }).click();
  await page.waitForURL(/\/puzzles\/gomoku\/2$/);
  await page.getByText(/^One stone alone surely wins/).waitFor();
  await lay(page, [[0, 0]]);
  await page.getByText(/^No: 0, 0 does not win, because |^No: no win is proved after 0, 0\./).first().waitFor();
  await page.goto(`${server.url}/puzzles`);
  await page.getByText("1 of 2 tried ones solved at once; there are 500.").waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("each game and language has its texts", async () => {
  for (const locale of ["ja", "hi"]) {
    const page = await open(browser, server, "/", { ...phone, locale });
    for (const game of ["gomoku", "pazaak", "yahtzee"]) {
      await page.goto(`${server.url}/puzzles/${game}/1`);
      await page.locator("section.board > *").nth(2).waitFor();
      const main = await page.locator("main").innerText();
      assert.doesNotMatch(main, /\b(puzzles?\.|choice|stone|house|Which|better)\b/);
      assert.deepEqual(await picture(page, `puzzle-${game}-${locale}`), []);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
