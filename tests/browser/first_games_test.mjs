// A person who knows none of the games plays a first game of each, from the first page on, with no other help
// than the pages: on a telephone, by touch, in each language. Every step is pressed that the person sees, by its
// name in that language.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { open, pictures } from "./browser.mjs";
import { english_of } from "./english.mjs";
import { serving } from "./play.mjs";
import { play_out, presser, review_ms } from "./player.mjs";
import { texts_in } from "./texts.mjs";

const { browser, server } = await serving();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const catalog = (await (await fetch(`${server.url}/api/games`)).json()).games;
/** Games that nothing analyses. */
const unreviewed = ["tictactoe"];
/** The turns of a game that a picture is taken of. */
const pictured = [0, 1, 2, 8];

for (const locale of ["en", "ja", "hi"])
  test(`a first game of each is played from the first page on, ${locale}`, async () => {
    const said = texts_in(locale);
    const page = await open(browser, server, "/", { ...phone, locale });
    const press = presser(page);
    const english = [];
    const look = async (name) => {
      await page.screenshot({ path: join(pictures, `first-${locale}-${name}.png`) });
      assert.equal(await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"), false, `${name} is too wide`);
      if (locale !== "en") english.push(...(await english_of(page)).map((text) => `${name}: ${text}`));
    };
    const heading = (name, timeout) => page.getByRole("heading", { name }).waitFor({ timeout });
    for (const { name: game } of catalog) {
      const title = said.text(`${game}.title`);
      await heading(said("home.play"));
      await press(page.getByRole("link", { name: `${said.text("rules.link")}: ${title}`, exact: true }));
      await heading(said("rules.title", { game: title }));
      await look(`${game}-1-rules`);
      await press(page.getByRole("button", { name: said("game.play_now", { game: title }) }));
      await play_out(page, game, said, async (turn) => {
        if (pictured.includes(turn)) await look(`${game}-2-turn-${String(turn).padStart(2, "0")}`);
      });
      await look(`${game}-3-result`);
      if (!unreviewed.includes(game)) {
        await press(page.getByRole("link", { name: said("over.review") }));
        await heading(said("review.title", { game: title }), review_ms);
        await press(page.getByRole("button", { name: said("replay.forward") }));
        await look(`${game}-4-review`);
      }
      await press(page.getByRole("link", { name: said("app.name") }));
      await heading(said("games.yours"));
      const line = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: title, exact: true }) }).filter({ hasText: said.text("games.over") });
      await line.first().waitFor();
      await look(`${game}-5-home`);
    }
    assert.deepEqual(english, []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
