// What browsers, people and networks do to the pages besides what they are meant for: names that are
// alike, double clicks, a storage that is blocked, many tabs, proxies, a server that restarts.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { after, test } from "node:test";
import { hilltop, open, picture, program, Server } from "./browser.mjs";
import { begun, button, lay, message, room_of, serving } from "./play.mjs";

const pairing = (name, seed, games, bots) => `[contest]\nname = "${name}"\ngame = "pazaak"\nrules = "koth"\nseed = ${seed}\n
[format]\nkind = "round-robin"\ngames = ${games}\n\n[ranking]\npoints = { win = 1 }\n\n[faults]\nillegal = "substitute"\nbroken = "lose"\n
${bots.map((bot) => `[[bot]]\n${bot}\n`).join("\n")}`;
const two_bots = ['house = "nestor"', 'house = "kid"'];

const { browser, server } = await serving((server) => {
  const file = server.file("twins.toml");
  writeFileSync(file, pairing("Two seeds", 1, 100, two_bots));
  for (const seed of [1, 2]) hilltop("run", file, "--seed", seed, "--store", server.file("results.db"));
  return [];
});

const ann = { player: "human", name: "Ann" }, bob = { player: "human", name: "Bob" };
const idle = (page) => page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
const close = (page) => page.context().close();

/** A proxy as hosts have them. `lets_sockets`: whether it passes WebSockets on; `below`: the path at which the server is. */
async function proxied({ lets_sockets = true, below = "" } = {}) {
  const to = (url) => ({ host: "127.0.0.1", port: server.port, path: url.startsWith(below) ? url.slice(below.length) || "/" : url });
  const proxy = createServer((asked, reply) => {
    const passed = request({ ...to(asked.url), method: asked.method, headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
    });
    passed.on("error", () => reply.destroy());
    reply.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  proxy.on("upgrade", (asked, socket) => {
    if (!lets_sockets) return socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    const passed = connect(server.port, "127.0.0.1", () => {
      const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}`);
      passed.write([`GET ${to(asked.url).path} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      passed.pipe(socket).pipe(passed);
    });
    for (const end of [passed, socket]) end.on("error", () => { passed.destroy(); socket.destroy(); });
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  after(() => { proxy.closeAllConnections(); proxy.close(); });
  return { url: `http://127.0.0.1:${proxy.address().port}${below}` };
}

test("two contests of one name leave no page at 'Loading'", async () => {
  for (const path of ["/", "/contests"]) {
    const page = await open(browser, server, path);
    await page.getByRole("link", { name: "Two seeds" }).waitFor();
    await idle(page);
    assert.equal(await page.getByRole("link", { name: "Two seeds" }).count(), 1);
    await page.getByText("the newest of 2 of this name").waitFor();
    await page.getByRole("link", { name: "Two seeds" }).click();
    await page.getByRole("heading", { level: 1, name: "Two seeds" }).waitFor();
    assert.equal(await page.title(), "Two seeds · Hilltop");
    assert.deepEqual(page.complaints, []);
    await close(page);
  }
});

test("no page fails by things of one name, whatever the server sends", async () => {
  const page = await open(browser, server, "/");
  const twice = (list) => (list ?? []).flatMap((one) => [one, structuredClone(one)]);
  /** Answers with each of these lists twice. */
  const doubled = (pattern, ...lists) => page.route(pattern, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const inner = answer.document ?? answer;
    for (const name of lists) inner[name] = twice(inner[name]);
    await route.fulfill({ response, json: answer });
  });
  const bot = { player: "bot:same", name: "same", game: "" };
  await page.route("**/api/games", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, bots: [bot, bot] } });
  });
  await page.route("**/api/saves", (route) => route.fulfill({ json: { saves: twice([{ id: 1, game: "yahtzee", rules: "koth", players: ["Ann", "Ann"], saved: "2026-01-01T00:00:00Z", problem: null }]) } }));
  await doubled("**/api/contests", "contests");
  await doubled("**/api/contests/*/changes**", "standings", "ratings", "fault_summary", "disqualified", "not_entered");
  await doubled("**/api/rooms", "rooms");
  for (const path of ["/", "/contests", "/play", "/play/gomoku", "/contests/twins", "/contests/twins/bots/kid"]) {
    await page.goto(server.url + path);
    await page.locator("h1").waitFor();
    await idle(page);
    assert.deepEqual([path, await page.locator("[role=alert]").count(), page.complaints], [path, 0, []]);
  }
  await close(page);
});

test("what fails while it is drawn says so, and the rest of the page stays", async () => {
  const page = await open(browser, server, "/contests");
  await page.route("**/api/contests", (route) => route.fulfill({ json: { contests: [null], hosted: null } }));
  await page.goto(server.url);
  await page.getByText("This part of the page could not be shown.").waitFor();
  await page.getByRole("link", { name: /Gomoku/ }).first().waitFor();
  await close(page);
});

test("advice is of its position only: not of the next game, nor of one that was taken back to", async () => {
  const page = await room_of(browser, server, { game: "tictactoe", players: [ann, { player: "perfect" }] });
  const cell = (number) => page.locator(".cells button").nth(number - 1);
  const advised = () => page.locator("#advice").count();
  const free = (count) => page.waitForFunction((count) => document.querySelectorAll(".cells .number").length === count && !document.querySelector("section.board[aria-busy=true]"), count);
  await button(page, "Hint").click();
  await page.locator("#advice").waitFor();
  await cell(5).click();
  await free(7);
  assert.equal(await advised(), 0);
  await button(page, "Undo").click();
  await free(9);
  assert.equal(await advised(), 0, "of the position before the move");
  await button(page, "Hint").click();
  await page.locator("#advice").waitFor();
  // The next game begins with as many steps.
  await button(page, "Resign").click();
  await page.getByRole("group", { name: /resign/i }).getByRole("button").first().click();
  await button(page, "Play another game").click();
  await free(9);
  assert.equal(await advised(), 0, "of the game before");
  await close(page);
});

test("a double click is one move, and so is a key that is held down", async () => {
  const page = await room_of(browser, server, { game: "yahtzee", rules: "cab201-advanced", players: [ann, bob] });
  const asks = () => page.locator(".asks").innerText();
  const roll = page.locator("button.roll");
  const box = await roll.boundingBox();
  const press = async (clickCount) => {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await page.mouse.move(box.x + 30, box.y + 15);
  await press(1);
  await message(page, "Roll 2 or choose a combination to score");
  await press(2);
  // What comes after it in the order of things tells that nothing came of it.
  await page.getByRole("checkbox", { name: /Hold die 1/ }).check();
  assert.equal(await asks(), "Roll 2 or choose a combination to score");
  await roll.focus();
  await page.keyboard.down("Enter");
  await message(page, "Roll 3 or choose a combination to score");
  await page.keyboard.down("Enter"); // the browser's repeat of a key
  await page.getByRole("checkbox", { name: /Hold die 2/ }).check();
  await page.keyboard.up("Enter");
  assert.equal(await asks(), "Roll 3 or choose a combination to score");
  // A second click that is a click of its own counts.
  await roll.click();
  await message(page, "Choose a combination to score");
  assert.deepEqual(page.complaints, []);
  await close(page);
});

test("the first click on Start begins the game, whatever was typed before", async () => {
  const page = await open(browser, server, "/play/yahtzee", { viewport: { width: 1280, height: 900 } });
  await page.getByLabel(/Number of Players/).fill("6");
  await page.getByLabel("Name of player 4").fill("Dan");
  await page.getByLabel(/Number of Players/).fill("1");
  await page.getByLabel(/Number of Players/).fill("5");
  assert.equal(await page.getByLabel("Name of player 4").inputValue(), "Dan");
  await page.getByLabel("Name of player 5").fill("Dan");
  await page.getByText("Two people are called Dan.").waitFor();
  await page.getByLabel(/Number of Players/).fill("1");
  const start = await button(page, "Start the game").boundingBox();
  await page.mouse.click(start.x + 20, start.y + 10);
  await page.waitForURL(/\/room\//);
  await close(page);
});

test("who opens a contest's page before it begins sees it come, and hears nothing of files", async () => {
  const fresh = new Server();
  await fresh.start();
  const page = await open(browser, fresh, "/contests/friday", { locale: "ja" });
  await page.getByText("「friday」という大会はまだありません").waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /results\.db|store/);
  writeFileSync(fresh.file("friday.toml"), pairing("Friday", 1, 20, two_bots));
  hilltop("run", fresh.file("friday.toml"), "--store", fresh.file("results.db"));
  await page.getByRole("table").first().waitFor();
  await close(page);
  await fresh.end();
});

test("a browser has at most one stream, complete contests none, and all tabs come along", async () => {
  const file = server.file("long.toml");
  writeFileSync(file, pairing("Long", 1, 4_000_000, [...two_bots, 'house = "bold"']));
  const play = () => {
    const run = spawn(program, ["run", file, "--jobs", "1", "--store", server.file("results.db"), "--out", "/dev/null"], { stdio: "ignore" });
    after(() => run.kill("SIGKILL"));
    return { run, ended: new Promise((resolve) => run.on("exit", resolve)) };
  };
  const first = play();
  while (!(await fetch(`${server.url}/api/contests/long`)).ok);
  first.run.kill("SIGINT");
  await first.ended;

  const opener = await open(browser, server, "/");
  const streams = new Set();
  const pages = [];
  for (let tab = 0; tab < 8; ++tab) {
    const page = await opener.context().newPage();
    page.setDefaultTimeout(60_000);
    page.on("request", (asked) => { if (asked.url().endsWith("/live")) streams.add(asked); });
    for (const end of ["requestfailed", "requestfinished"]) page.on(end, (asked) => streams.delete(asked));
    await page.goto(`${server.url}/contests/long`);
    await page.getByRole("table").first().waitFor();
    await page.locator("progress").waitFor();
    pages.push(page);
  }
  assert.equal(streams.size, 1);
  await play().ended;
  for (const page of pages) await page.waitForFunction(() => document.querySelector("progress") === null);
  await pages[0].evaluate(() => navigator.locks.request("hilltop.stream", () => {}));
  assert.equal(streams.size, 0);
  await close(opener);
});

test("a contest of 300 bots is small, quick and searched", async () => {
  const bots = Array.from({ length: 300 }, (_, i) => `house = "bold"\nname = "bot-${i}"`);
  writeFileSync(server.file("crowd.toml"), pairing("Crowd", 1, 2, bots));
  hilltop("run", server.file("crowd.toml"), "--store", server.file("results.db"));
  const page = await open(browser, server, "/");
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await page.goto(`${server.url}/contests/crowd`);
  await page.getByRole("table").nth(1).waitFor();
  await page.locator("td.cell").first().waitFor();
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(bytes <= 300_000, `${bytes} bytes`);
  assert.ok(elements <= 5000, `${elements} elements`);
  await page.getByLabel("Find a bot").fill("bot-299");
  await page.getByText("1 bot", { exact: true }).waitFor();
  assert.equal(await page.getByRole("table").first().locator("tbody tr").count(), 1);
  await page.getByLabel("Find a bot").fill("");
  await button(page, "Show all 300 rows").click();
  await page.waitForFunction(() => document.querySelector("table").tBodies[0].rows.length === 300);
  assert.deepEqual(await picture(page, "crowd"), []);
  await close(page);
});

test("with a blocked storage one's own game is one's own", async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(window, "localStorage",
    { get() { throw new DOMException("no", "SecurityError"); } }));
  const page = await context.newPage();
  await page.goto(`${server.url}/play/tictactoe`);
  await button(page, "Start the game").click();
  await message(page, "Mark a free cell with X");
  await page.getByText("This browser keeps nothing").waitFor();
  await page.locator(".cells button").nth(4).click();
  await page.locator(".cells .x").waitFor();
  await context.close();
});

test("no game is lost to later ones; one's own are listed with whose turn it is, and others can look on", async () => {
  const { path, storageState } = await begun(server, { game: "yahtzee", rules: "cab201-basic", players: [ann, bob] });
  const [room] = /[^/]+$/.exec(path);
  const [kept] = storageState.origins[0].localStorage;
  const keys = JSON.parse(kept.value);
  kept.value = JSON.stringify({ ...keys, ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`zz${i}`, ["0".repeat(32)]])) });
  const page = await open(browser, server, "/play/tictactoe", { storageState });
  await button(page, "Start the game").click();
  await page.waitForURL(/\/room\//);
  await page.goto(server.url);
  const yours = page.locator(`a[href="${path}"]`);
  await yours.waitFor();
  await page.getByRole("heading", { name: "Your games" }).waitFor();
  await page.locator("li", { has: yours }).getByText("It is your turn.").waitFor();
  await yours.click();
  await page.locator("button.roll:not(:disabled)").click();
  await message(page, "Roll 2 or choose a combination to score");
  await page.locator(".card th button:not(:disabled)").first().click();
  // Who looks on finds it, plays nothing, and sees it go on.
  const other = await open(browser, server, "/");
  await other.getByRole("heading", { name: "Look on at a game" }).waitFor();
  assert.equal(await other.getByRole("heading", { name: "Your games" }).count(), 0);
  await other.locator(`a[href="/room/${room}"]`).click();
  await other.getByText("Ann", { exact: false }).first().waitFor();
  assert.equal(await other.locator("section.board button:not(:disabled)").count(), 0);
  await close(page);
  await close(other);
});

test("through a proxy that lets no WebSocket pass a game is played by events", async () => {
  const proxy = await proxied({ lets_sockets: false });
  const { path, storageState } = await begun(server, { game: "tictactoe", players: [ann, { player: "perfect" }] });
  storageState.origins[0].origin = proxy.url;
  const page = await open(browser, proxy, path, { storageState });
  await message(page, "Mark a free cell with X");
  await page.locator(".cells button").nth(4).click();
  await page.locator(".cells .o").first().waitFor();
  await button(page, "Hint").click();
  await page.locator("#advice").waitFor();
  assert.deepEqual(page.complaints.filter((text) => !/40[03]/.test(text)), []);
  await close(page);
});

test("where events are held back too, the page says whom to ask", async () => {
  const { path } = await begun(server, { game: "tictactoe", players: [ann, { player: "perfect" }] });
  const page = await open(browser, server, "/");
  await page.route("**/events", (route) => route.abort());
  await page.routeWebSocket(/socket$/, (socket) => socket.close());
  await page.goto(server.url + path);
  await page.getByText("Something between, such as a proxy").waitFor();
  await close(page);
});

test("below a path of a host everything is there: pages, games, contests, a reload", async () => {
  const below = new Server();
  hilltop("run", server.file("twins.toml"), "--store", below.file("results.db"));
  await below.start("--base", "/arena/hilltop");
  assert.match(below.url, /\/arena\/hilltop$/);
  const page = await open(browser, below, "/");
  await page.getByRole("link", { name: "Two seeds" }).click();
  await page.getByRole("table").first().waitFor();
  assert.equal(new URL(page.url()).pathname, "/arena/hilltop/contests/twins");
  await page.reload();
  await page.getByRole("table").first().waitFor();
  await page.getByRole("link", { name: "Play" }).first().click();
  await page.getByRole("link", { name: "Tic-tac-toe", exact: true }).click();
  await button(page, "Start the game").click();
  await page.waitForURL(/\/arena\/hilltop\/room\//);
  await message(page, "Mark a free cell with X");
  await page.reload();
  await message(page, "Mark a free cell with X");
  assert.deepEqual(page.complaints, []);
  await close(page);
  // A proxy may take the path away, and the pages keep it.
  await below.end();
});

test("without JavaScript the page says what to do", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  const told = page.locator("noscript p");
  await told.first().waitFor();
  assert.match(await told.first().textContent(), /These pages need JavaScript/);
  assert.deepEqual(await told.evaluateAll((all) => all.map((one) => one.lang)), ["", "hi", "ja"]);
  await context.close();
});

test("a link that is clicked while the server restarts leads to its page", async () => {
  const page = await open(browser, server, "/");
  await idle(page);
  await server.stop("SIGKILL");
  await page.getByRole("link", { name: "Play" }).first().click();
  await page.getByText("A part of the page could not be loaded.").waitFor();
  assert.equal(new URL(page.url()).pathname, "/play");
  await server.start();
  await page.getByRole("heading", { level: 1, name: "Play a game" }).waitFor();
  await close(page);
});
