// The pages of `hilltop serve` in a real browser: saves, Pazaak, two browsers and a killed server, a
// contest that is being played.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { barriers, hilltop, open, picture, program, typed } from "./browser.mjs";
import { begin, button, lay, message, serving } from "./play.mjs";

const { browser, server } = await serving();

/** Returns what the score card of the player to move shows, by label. */
async function card(page) {
  const rows = await page.getByRole("table", { name: /Section/ }).getByRole("row").all();
  const shown = {};
  for (const row of rows) {
    const label = await row.getByRole("rowheader").allInnerTexts();
    if (label.length) shown[label[0].trim()] = (await row.getByRole("cell").first().innerText()).trim();
  }
  return shown;
}

test("a game is saved, loaded here and at the terminal, and a damaged save changes nothing", async () => {
  const page = await open(browser, server, "/play/yahtzee");
  await begin(page, { rules: "cab201-basic" });
  await message(page, "Roll 1");
  await button(page, "Click to roll dice").click();
  await message(page, "Roll 2 or choose a combination to score");
  assert.equal(await button(page, "Save").isDisabled(), true, "only between turns");
  await button(page, "Chance").click();
  await message(page, "Your turn has ended - click OK");
  const chance = (await card(page)).Chance;
  assert.match(chance, /^\d+$/);
  await button(page, "OK").click();
  await message(page, "Roll 1");
  await button(page, "Save").click();
  await page.getByText("Game saved").first().waitFor();
  const download = page.waitForEvent("download");
  await button(page, "Download").click();
  const save = server.file("browser.save");
  await (await download).saveAs(save);
  assert.match(typed(`load ${save}\nroll\nch\nok\nsave ${server.file("back.save")}\nquit\n`, "play", "yahtzee",
    "human"), /saved to/);
  // Back, from a file.
  await button(page, "Load").click();
  await page.locator("input[type=file]").first().setInputFiles(server.file("back.save"));
  await page.waitForFunction((room) => location.pathname !== room, new URL(page.url()).pathname);
  await message(page, "Roll 1");
  assert.equal((await card(page)).Chance, chance, "Player 1 is to move again");
  // A damaged one.
  const room = page.url();
  writeFileSync(server.file("damaged.save"), readFileSync(save, "utf8").replace("score chance", "score fun"));
  await button(page, "Load").click();
  await page.locator("input[type=file]").first().setInputFiles(server.file("damaged.save"));
  await page.getByText("Error reading saved game file. Cannot load saved game.").first().waitFor();
  assert.equal(page.url(), room);
  assert.deepEqual(page.complaints.filter((text) => !/422/.test(text)), []);
  await page.context().close();
});

test("Pazaak to its end against a house bot", async () => {
  const page = await open(browser, server, "/play/pazaak");
  await begin(page, { players: [{ player: "human", name: "Ann" }, { player: "kid" }] });
  await button(page, "Stand").waitFor();
  assert.deepEqual(await barriers(page), []);
  assert.deepEqual(await picture(page, "pazaak"), []);
  const stood_or_over = () => {
    const named = (name) => [...document.querySelectorAll("button")]
      .find((each) => name.test(each.textContent));
    if (named(/again|another/i)) return "over";
    const stand = named(/^\s*Stand/);
    if (!stand || stand.disabled) return false;
    stand.click();
    return "stood";
  };
  while (await page.waitForFunction(stood_or_over).then((found) => found.jsonValue()) === "stood");
  assert.match(await page.locator("main").innerText(), /wins|won/i);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("two browsers, a reload and a killed server", async () => {
  const ann = await open(browser, server, "/play/gomoku");
  await begin(ann, { rules: "koth", players: [{ player: "human", name: "Ann" }, { player: "human", name: "Bob" }] });
  await ann.getByRole("button", { name: "Invite somebody as Bob" }).click();
  const link = await ann.waitForFunction(() =>
    [...document.querySelectorAll("input, code, a")].map((node) => node.value ?? node.href ?? node.textContent)
      .find((text) => /\/room\/.*#key=/.test(text ?? "")) ??
    [...document.querySelectorAll("input, code, a")].map((node) => node.href ?? node.textContent)
      .find((text) => /\/room\/.*#key=/.test(text ?? ""))).then((handle) => handle.jsonValue());
  const bob = await open(browser, server, new URL(link).pathname + new URL(link).hash);
  await bob.waitForFunction("location.hash === ''");
  const to_move = (page, name, asks) => page.locator("div.turn:has(> .asks)").filter({ hasText: asks }).filter({ hasText: name }).waitFor();
  await lay(ann, [[7, 7], [8, 8], [7, 9]]);
  await button(ann, "Send").click();
  await bob.getByText("Take black", { exact: false }).first().waitFor();
  assert.equal(await bob.locator(".stone").count(), 3);
  await bob.reload();
  await bob.locator(".stone").nth(2).waitFor();  // the board comes after the words above it
  assert.equal(await bob.locator(".stone").count(), 3, "the same move after a reload");
  await server.stop("SIGKILL");
  for (const page of [ann, bob]) await page.getByText("The connection is lost. Connecting again …").first().waitFor();
  assert.equal(await bob.locator(".forms button").count(), 0, "a lost connection takes no answers");
  await server.start();
  // Both browsers come back by themselves, at the same move, and the game goes on to its end.
  await bob.locator(".forms button", { hasText: "Take black" }).click();
  for (let x = 0; x < 4; ++x) {
    await to_move(bob, "Bob", "Place a black stone");
    await lay(bob, [[x, 0]]);
    await to_move(ann, "Ann", "Place a white stone");
    await lay(ann, [[x, 14]]);
  }
  await to_move(bob, "Bob", "Place a black stone");
  await lay(bob, [[4, 0]]);
  for (const page of [ann, bob]) {
    await message(page, "Bob wins.");
    assert.equal(await page.locator(".stone").count(), 12);
  }
  assert.deepEqual([...ann.complaints, ...bob.complaints], []);
  await ann.context().close();
  await bob.context().close();
});

test("a contest is followed while another process plays it, and a game stepped through", async () => {
  const run = spawn(program, ["run", "koth-pazaak", "--games", "300000", "--jobs", "1", "--store",
    server.file("results.db"), "--out", "/dev/null"], { stdio: "ignore" });
  const ended = new Promise((resolve) => run.on("exit", resolve));
  const page = await open(browser, server, "/contests");
  while (!(await page.getByRole("link", { name: "Simple Pazaak" }).count())) await page.reload();
  await page.getByRole("link", { name: "Simple Pazaak" }).first().click();
  await page.getByRole("table").first().waitFor();
  await ended;
  await page.getByText("4,500,000", { exact: false }).first().waitFor();
  const digest = JSON.parse(hilltop("show", "koth-pazaak", "--store", server.file("results.db"), "--format", "json")).digest;
  await page.getByText(digest.slice(0, 12), { exact: false }).first().waitFor();
  assert.deepEqual(await barriers(page), []);
  assert.deepEqual(await picture(page, "contest"), []);
  await page.goto(`${server.url}/contests/koth-pazaak/games/bold-kid:3`);
  const steps = JSON.parse(hilltop("replay", "bold,kid:3", "--store", server.file("results.db"), "--format", "json")).steps.length;
  await page.getByText(`Step 0 of ${steps}`).waitFor();
  await page.keyboard.press("End");
  await page.getByText(`Step ${steps} of ${steps}`).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText(`Step ${steps - 1} of ${steps}`).waitFor();
  await page.reload();
  await page.getByText(`Step ${steps - 1} of ${steps}`).waitFor();
  assert.deepEqual(await picture(page, "watched"), []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
