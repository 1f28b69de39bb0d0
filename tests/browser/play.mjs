// What the tests of a server's pages begin with, and what a person does in a game, by what the page
// shows.
import { after } from "node:test";
import { launch, open, Server } from "./browser.mjs";

/** Starts one browser and one server for all tests of a file. `prepare` may fill the server's folder;
    it returns what the server is started with. */
export async function serving(prepare = () => []) {
  const server = new Server();
  await server.start(...prepare(server));
  const browser = await launch();
  after(async () => {
    await browser.close();
    await server.end();
  });
  return { browser, server };
}

/** What a person may press at a table, which is not while a move is under way. */
export const can_be_pressed = "section.board:not([aria-busy=true]) :is(button:not(:disabled, [aria-disabled=true]), .lays)";

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const message = (page, text) => page.getByText(text, { exact: true }).first().waitFor();

/** Chooses a game's rules and who plays, and begins it. */
export async function begin(page, { rules, players = [], files = {} }) {
  if (rules) await page.getByLabel(/^Rules/).selectOption(rules);
  for (const [i, player] of players.entries()) {
    const seat = page.getByRole("listitem").nth(i);
    await seat.getByRole("combobox").selectOption(player.player ?? "human");
    if (player.name) await seat.getByRole("textbox").fill(player.name);
  }
  for (const file of Object.values(files)) {
    if (!(await page.locator("input[type=file]").first().isVisible()))
      await page.getByText("More choices").click();
    await page.locator("input[type=file]").first().setInputFiles(file);
  }
  await button(page, "Start the game").click();
  await page.waitForURL(/\/room\//);
}

/** Begins a game by the API: its address, and what a browser keeps that plays all people. */
export async function begun(server, wish) {
  const answer = await fetch(`${server.url}/api/rooms`, { method: "POST", body: JSON.stringify(wish) });
  const { room, keys } = await answer.json();
  const keyring = JSON.stringify({ [room]: keys.map(({ key }) => key) });
  return { path: `/room/${room}`, storageState: { cookies: [],
    origins: [{ origin: server.url, localStorage: [{ name: "hilltop.keys", value: keyring }] }] } };
}

/** Does the same, and opens the game in such a browser. */
export async function room_of(browser, server, wish, options = {}) {
  const { path, storageState } = await begun(server, wish);
  const page = await open(browser, server, path, { ...options, storageState });
  await page.locator("section.board > *").nth(1).waitFor();
  return page;
}

/** Goes to points of the Gomoku board by keys, and lays a stone on each. */
export async function lay(page, points) {
  await page.getByRole("application").focus();
  for (const [x, y] of points) {
    for (const key of ["ArrowLeft", "ArrowUp"])
      for (let i = 0; i < 14; ++i) await page.keyboard.press(key);
    for (let i = 0; i < x; ++i) await page.keyboard.press("ArrowRight");
    for (let i = 0; i < y; ++i) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
}
