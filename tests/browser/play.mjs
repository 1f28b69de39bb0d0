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
  // A room is shown before the server has seen the keys: nothing in it takes the focus until then.
  await page.locator("section[aria-labelledby=players] input").first().waitFor();
  return page;
}

/** What scores at Yahtzee: of these one is taken at any time. */
export const boxes = ["1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "ch", "y"];

/** Plays the page's game to its end, or up to a number of answers of its first player, by the room's events:
    each time the first of the answers that the server takes. */
export async function play_out(page, answers, answers_max = Infinity) {
  await page.evaluate(async ({ answers, answers_max }) => {
    const events = `${location.origin}/api${location.pathname.replace("room", "rooms")}/events`;
    const keys = JSON.parse(localStorage.getItem("hilltop.keys") ?? "{}")[location.pathname.split("/").at(-1)] ?? [];
    const stop = new AbortController();
    const heard = await fetch(events, { signal: stop.signal });
    let guest, next = 0, given = 0, rest = "", seen = "", state;
    const say = (message) => fetch(`${events}/${guest}`, { method: "POST", body: JSON.stringify(message) });
    const move = () => (state.moment === "deciding"
      ? say({ do: "answer", seat: 0, text: answers[next], position: state.position })
      : say({ do: "confirm", seat: 0, position: state.position }));
    for await (const text of heard.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines.filter((one) => one.startsWith("data: "))) {
        const message = JSON.parse(line.slice("data: ".length));
        if (message.type === "guest") {
          guest = message.guest;
          if (keys.length > 0) await say({ keys });
        } else if (message.type === "refused") ++next;
        else if (message.type === "state") {
          state = message;
          const now = JSON.stringify([state.position, state.moment, state.pending, state.players[0].mine, state.over !== null]);
          if (now === seen) continue; // what is asked was answered
          seen = now;
          next = 0;
          ++given;
        } else continue;
        if (!guest || !state) continue;
        if (state.over || given > answers_max) return stop.abort();
        if (!state.players[0].mine || state.pending !== 0) continue;
        if (next >= answers.length) throw new Error("no answer is taken");
        await move();
      }
    }
  }, { answers, answers_max });
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
