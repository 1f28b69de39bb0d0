// The page that `hilltop report` writes, opened as a file: the same parts as the server's pages, and
// not one request.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { barriers, hilltop, launch, open_file, picture } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "hilltop-report-"));
// The arena keeps what it compiles in the folders of bots, and these are the sources.
cpSync(join(process.env.HILLTOP_HOME, "contests"), join(folder, "contests"), { recursive: true, dereference: true });
process.env.HILLTOP_HOME = folder;
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Plays a contest and returns the file of its page. */
function report(contest, games) {
  const store = join(folder, `${contest}.db`);
  hilltop("run", contest, "--games", games, "--store", store);
  hilltop("report", "--store", store, "--html", join(folder, contest));
  return join(folder, contest, "index.html");
}

const heading = (page, text) => page.getByRole("heading", { level: 1, name: text }).waitFor();

for (const [contest, games, board] of [
  ["koth-pazaak", 20, /to win|wins the game/], ["koth-yahtzee", 4, /Sub-Total/], ["koth-gomoku", 2, /./]])
  test(`a report of ${contest} is a page with its games, from a file`, async () => {
    const page = await open_file(browser, report(contest, games));
    await page.getByRole("heading", { name: "Ranking" }).waitFor();
    await page.locator(".plot canvas").waitFor();
    assert.deepEqual(await barriers(page), []);
    // Games differ in their boards; of the other pages, one contest's pictures are enough.
    const others = contest === "koth-pazaak";
    if (others) assert.deepEqual(await picture(page, "report"), []);

    const title = await page.title();
    const link = page.locator("#games ~ ul a").first();
    const game = await link.innerText();
    await link.click();
    await heading(page, game);
    assert.equal(await page.title(), `${game} · ${title}`);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const last = (await page.locator(".steps li").count()) - 1;
    assert.ok(last > 5, "a game has steps");
    const table = page.locator(".table > section");
    const first_shown = await table.innerHTML();
    for (let step = 1; step <= 5; ++step) {
      await page.keyboard.press("ArrowRight");
      await page.getByText(`Step ${step} of ${last}`).waitFor();
      assert.equal(new URL(page.url()).hash.split("/").at(-1), String(step));
    }
    assert.notEqual(await table.innerHTML(), first_shown);
    await page.keyboard.press("End");
    await page.getByText(`Step ${last} of ${last}`).waitFor();
    assert.match(await table.innerText(), board);
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(await picture(page, `report-${contest}-game`), []);
    // The address leads to the step, in any other browser.
    const again = await open_file(browser, join(folder, contest, "index.html"), new URL(page.url()).hash);
    await again.getByText(`Step ${last} of ${last}`).waitFor();
    assert.equal(await again.locator(".said").innerText(), await page.locator(".said").innerText());

    await page.keyboard.press("n");
    await page.waitForFunction((before) => document.querySelector("h1").textContent !== before, game);
    await page.goBack();
    await heading(page, game);
    await page.getByRole("link", { name: title, exact: true }).click();
    await heading(page, title);
    await page.locator("tbody th a").first().click();
    await page.getByRole("heading", { name: "Its scores" }).waitFor();
    assert.deepEqual(await barriers(page), []);
    if (others) assert.deepEqual(await picture(page, "report-bot"), []);
    assert.deepEqual([...page.complaints, ...again.complaints], []);
    await page.context().close();
    await again.context().close();
  });
