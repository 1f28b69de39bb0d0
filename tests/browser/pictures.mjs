// Makes the pictures of README from games that are always the same.
// usage: HILLTOP_PROGRAM=… node pictures.mjs FOLDER
import { join } from "node:path";
import { hilltop, launch, open, Server } from "./browser.mjs";
import { boxes, play_out } from "./play.mjs";

const folder = process.argv[2];
const server = new Server();
hilltop("run", "koth-pazaak", "--games", 20000, "--store", server.file("results.db"));
await server.start();
const browser = await launch();

async function room(wish, height) {
  const answer = await fetch(`${server.url}/api/rooms`, { method: "POST", body: JSON.stringify(wish) });
  const { room: name, keys } = await answer.json();
  return open(browser, server, `/room/${name}#key=${keys[0].key}`, { viewport: { width: 1000, height } });
}
const button = (page, name) => page.getByRole("button", { name, exact: true });
const shoot = async (page, name) => {
  await page.evaluate("document.activeElement?.blur(); window.scrollTo(0, 0)");
  const { width, height } = await page.evaluate("({ width: document.body.clientWidth, height: innerHeight })");
  await page.screenshot({ path: join(folder, `${name}.png`), clip: { x: 0, y: 0, width, height } });
  await page.context().close();
};

let page = await room({ game: "yahtzee", rules: "cab201-advanced", seed: 12,
  players: [{ player: "human", name: "Ann" }, { player: "greedy", name: "Greedy" }] }, 1020);
for (const box of ["Chance", "Ones", "3 of a Kind", "Twos"]) {
  await button(page, "Click to roll dice").click();
  await button(page, box).click();
  await button(page, "OK").click();
}
await button(page, "Click to roll dice").click();
await page.getByRole("checkbox", { name: /Hold die 2/ }).check();
await shoot(page, "yahtzee");

page = await room({ game: "pazaak", seed: 3, players: [{ player: "human", name: "Ann" },
  { player: "kid", name: "The Cincinnati Kid" }] }, 800);
await button(page, "End turn").click();
await page.getByText(/Ann ends the turn/).first().waitFor();
await shoot(page, "pazaak");

page = await room({ game: "gomoku", rules: "swap2", seed: 5, players: [{ player: "champion", name: "Champion" },
  { player: "human", name: "Ann" }] }, 1430);
await page.getByText("Take black").first().waitFor();
await shoot(page, "gomoku");

page = await room({ game: "yahtzee", rules: "cab201-basic", seed: 4,
  players: [{ player: "human", name: "Ann" }, { player: "greedy", name: "Greedy" }] }, 880);
await play_out(page, ["hold 1 2", ...boxes]);
await page.getByRole("link", { name: "Review", exact: true }).click();
await page.locator("figure svg").first().waitFor();
for (let step = 0; step < 4; ++step) await button(page, "Next mistake").click();
await shoot(page, "review");

page = await open(browser, server, "/puzzles/gomoku/1", { viewport: { width: 1000, height: 1030 } });
await page.getByText(/^One stone alone surely wins/).waitFor();
await shoot(page, "puzzle");

page = await open(browser, server, "/contests/koth-pazaak", { viewport: { width: 1200, height: 1260 } });
await page.getByRole("table").nth(1).waitFor();
await shoot(page, "ranking");
await browser.close();
await server.end();
