// Takes pictures of every page that a person who plays or watches meets, in each state, for somebody to look at;
// sheets put those of a state side by side. Says what is too wide, and what is too small for a finger.
// usage: HILLTOP_PROGRAM=… HILLTOP_PICTURES=FOLDER [LOCALE=ja] node every_page.mjs [START OF A NAME…]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hilltop, launch, open, phone_picture, picture, pictures, Server } from "./browser.mjs";
import { boxes, lay, play_out } from "./play.mjs";

const locale = process.env.LOCALE ?? "en";
const wanted = process.argv.slice(2);
const server = new Server();
hilltop("run", "koth-pazaak", "--games", 40, "--seed", 1, "--store", server.file("results.db"), "--out", "/dev/null");
await server.start();
const browser = await launch();
const options = { locale, viewport: { width: 1280, height: 800 } };
const ann = { player: "human", name: "Ann" }, bob = { player: "human", name: "Bob" };
const page = await open(browser, server, "/", options);
const shown = page.locator("section.board > *").nth(1);
const looked_at = [];

/** Takes the pictures of what the page shows once all of it has come. */
async function look(name, seen = page) {
  if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) return;
  await seen.locator("h1").first().waitFor();
  await seen.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  const whole = locale === "en" ? name : `${name}-${locale}`;
  for (const wrong of [...(await picture(seen, whole)), ...(await phone_picture(seen, whole))]) console.log(`${whole}: ${wrong}`);
  looked_at.push(whole);
}
const go = (path) => page.goto(server.url + path);

/** Begins a game in this browser, which is then listed among its own. */
async function begin(wish) {
  const room = await page.evaluate(async (wish) => {
    const answer = await fetch("/api/rooms", { method: "POST", body: JSON.stringify(wish) });
    const { room, keys } = await answer.json();
    const kept = JSON.parse(localStorage.getItem("hilltop.keys") ?? "{}");
    localStorage.setItem("hilltop.keys", JSON.stringify({ ...kept, [room]: keys.map(({ key }) => key) }));
    return room;
  }, wish);
  await go(`/room/${room}`);
  await shown.waitFor();
  return room;
}
const points = Array.from({ length: 225 }, (_, i) => `${(7 + 4 * i) % 15},${(7 + i + Math.floor(i / 15)) % 15}`);
const games = {
  tictactoe: { wish: { game: "tictactoe", players: [ann, { player: "random" }] }, answers: [5, 1, 9, 3, 7, 2, 4, 6, 8].map(String) },
  pig: { wish: { game: "pig", seed: 3, switches: { target: 30 }, players: [ann, { player: "pace" }] }, answers: ["roll", "hold"] },
  pazaak: { wish: { game: "pazaak", seed: 3, players: [ann, { player: "kid" }] }, answers: ["end", "stand"] },
  gomoku: { wish: { game: "gomoku", rules: "freestyle", seed: 1, players: [ann, { player: "greedy" }] }, answers: points },
  yahtzee: { wish: { game: "yahtzee", rules: "cab201-basic", seed: 4, players: [ann, { player: "greedy" }] }, answers: ["hold 1 2", ...boxes] },
};

const pages = {
  async first() {
    await look("home-first");
    for (const game of Object.keys(games)) {
      await go(`/rules/${game}`);
      await look(`rules-${game}`);
      await go(`/play/${game}`);
      await look(`setup-${game}`);
    }
    await go("/numbers");
    await look("numbers-none");
    await go("/play");
    await look("play");
  },
  async daily() {
    await go("/daily");
    await look("daily-before");
    const day = new Date().toISOString().slice(0, 10);
    await go(`/daily/yahtzee/${day}`);
    await look("day-before");
    await page.getByRole("textbox").first().fill("Ann");
    await page.locator("main button.main").first().click();
    await page.waitForURL(/\/room\//);
    await shown.waitFor();
    await page.locator("button.roll").click();
    await page.locator("section.board input[type=checkbox]:not(:disabled)").first().waitFor();
    await look("day-room");
    await play_out(page, boxes);
    await page.reload();
    await shown.waitFor();
    await look("day-room-over");
    for (const name of ["Bob", "Christina the Patient", "碁石"]) {
      const other = await open(browser, server, `/daily/yahtzee/${day}`, options);
      const room = await other.evaluate(async ({ day, name }) => {
        await fetch("/api/daily"); // gives the cookie
        const answer = await fetch(`/api/daily/yahtzee/${day}`, { method: "POST", body: JSON.stringify({ name }) });
        return (await answer.json()).room;
      }, { day, name });
      await other.goto(`${server.url}/room/${room}`);
      await play_out(other, boxes);
      await other.context().close();
    }
    await go(`/daily/yahtzee/${day}`);
    await page.locator("tbody tr").nth(3).waitFor();
    await look("day-after");
    await go("/daily");
    await look("daily-after");
    await page.locator("summary").last().click();
    await page.locator(".past a").last().click();
    await page.locator("pre").first().waitFor();
    await look("day-past");
  },
  async rooms() {
    const rooms = {};
    for (const [game, { wish, answers }] of Object.entries(games)) {
      rooms[game] = await begin(wish);
      await look(`room-${game}`);
      await play_out(page, answers);
      await page.reload();
      await page.locator(".outcome h2").waitFor();
      await look(`over-${game}`);
      const review = page.locator(".outcome a[href*='/review']");
      if ((await review.count()) === 0) continue;
      await review.click();
      await page.locator("aside table").first().waitFor();
      await page.locator(".controls button").last().click().catch(() => {});
      await look(`review-${game}`);
    }
    for (let seed = 10; seed < 16; ++seed) {
      await begin({ ...games.pazaak.wish, seed });
      await play_out(page, games.pazaak.answers);
    }
    const stranger = await open(browser, server, `/room/${rooms.pazaak}/review?step=3`, options);
    await stranger.locator("aside table").first().waitFor();
    await look("review-shared", stranger);
    await stranger.context().close();
    await go("/numbers");
    await page.locator("figure svg").first().waitFor();
    await look("numbers");
    await page.evaluate(() => localStorage.setItem("hilltop.stars.tictactoe", '["random"]'));
    await begin(games.yahtzee.wish);
    await play_out(page, games.yahtzee.answers, 6);
    await page.reload();
    await shown.waitFor();
    await page.locator(".top [aria-pressed]").last().click({ timeout: 2000 }).catch(() => {});
    await look("room-sound");
    await go("/");
    await look("home-again");
  },
  async puzzles() {
    const judged = async (game, number, answer) =>
      (await fetch(`${server.url}/api/puzzles/${game}/${number}`, { method: "POST", body: JSON.stringify({ answer }) })).json();
    await go("/puzzles");
    await look("puzzles-none");
    for (const game of ["gomoku", "pazaak", "yahtzee"]) {
      await go(`/puzzles/${game}/1`);
      await shown.waitFor();
      await look(`puzzle-${game}-asked`);
      const first = { gomoku: "0,0", pazaak: "stand", yahtzee: "y" }[game];
      const { best, right, choice } = await judged(game, 1, first);
      const says = async (typed, name) => {
        // The page's own request, whatever the board looks like.
        await page.route(`**/api/puzzles/${game}/1`, (route) => route.request().method() === "POST"
          ? route.fetch({ postData: JSON.stringify({ answer: typed }) }).then((response) => route.fulfill({ response })) : route.continue());
        await go(`/puzzles/${game}/1`);
        await shown.waitFor();
        if (game === "gomoku") {
          await page.getByRole("application").focus();
          await page.keyboard.press("Home");
          for (const key of ["ArrowLeft", "ArrowUp"]) for (let i = 0; i < 14; ++i) await page.keyboard.press(key);
          await page.keyboard.press("Enter");
        } else await page.locator("section.board button:not(:disabled)").last().click();
        await page.locator(".told.right, .told.wrong").waitFor();
        await look(name);
        await page.unroute(`**/api/puzzles/${game}/1`);
      };
      await says(right ? best[1]?.typed ?? choice.typed : first, `puzzle-${game}-wrong`);
      await says(best[0].typed, `puzzle-${game}-right`);
    }
    await go("/puzzles");
    await look("puzzles");
  },
  async table() {
    const room = await begin({ game: "gomoku", rules: "freestyle", players: [ann, bob] });
    await page.locator("aside .what button").last().click();
    const field = page.locator("input[readonly]");
    await field.waitFor();
    await page.locator(".code svg[role=img]").waitFor();
    await look("table-invitation");
    const link = new URL(await field.inputValue());
    const second = await open(browser, server, link.pathname + link.hash, options);
    await second.locator("section.board > *").nth(1).waitFor();
    const third = await open(browser, server, link.pathname, options);
    await third.locator("section.board > *").nth(1).waitFor();
    await second.locator(".talk .faint").waitFor();
    await look("table-waiting", second);
    await look("table-looking-on", third);
    await play_out(page, ["7,7"], 2).catch(() => {});
    await second.locator(".stone:not(.ghost)").first().waitFor();
    await look("table-hints", second);
    await page.evaluate(async ({ room }) => {
      const events = `/api/rooms/${room}/events`;
      const keys = JSON.parse(localStorage.getItem("hilltop.keys"))[room];
      const heard = window.heard = (await fetch(events)).body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (!/"guest":"[^"]+"/.test(text)) text += (await heard.read()).value;
      const guest = /"guest":"([^"]+)"/.exec(text)[1];
      const say = (message) => fetch(`${events}/${guest}`, { method: "POST", body: JSON.stringify(message) });
      await say({ keys });
      await say({ do: "draw", on: true });
      window.say = say;
    }, { room });
    await second.locator(".told button").first().waitFor();
    await look("table-offer", second);
    await page.evaluate(() => window.say({ do: "leave", seat: 0 }));
    await second.locator(".told p").first().waitFor();
    await look("table-resigns", second);
    await lay(second, [[8, 8]]); // a seat leaves when it is asked
    await second.locator(".outcome h2").waitFor();
    await look("table-end", second);
    for (const one of [second, third]) await one.context().close();
  },
  async night() {
    await go("/contests");
    await look("contests");
    await go("/contests/koth-pazaak");
    await look("contest");
    await page.locator("main p button").first().click();
    await page.locator("section[aria-labelledby=reveal] li strong").first().waitFor();
    await look("night-end");
    const { writeFile } = await import("node:fs/promises");
    await writeFile(join(pictures, "night-picture.png"), Buffer.from(await (await fetch(`${server.url}/api/contests/koth-pazaak/picture`)).arrayBuffer()));
    const document = await (await fetch(`${server.url}/api/contests/koth-pazaak/changes?since=0`)).json();
    document.document.complete = false;
    document.document.live.running = true;
    await page.route("**/api/contests/koth-pazaak/live", (route) => route.abort());
    await page.route("**/api/contests/koth-pazaak/changes**", (route) => route.fulfill({ json: document }));
    await go("/contests/koth-pazaak");
    await page.locator(".moment .board").waitFor();
    await look("night-moment");
    await page.route("**/api/contests/friday/changes**", (route) => route.fulfill({ status: 404, json: { error: { text: "no" } } }));
    await page.route("**/api/contests/friday/entries", (route) => route.fulfill({ json: { schema: "hilltop/entries/1", hosted: true,
      starts: 1_764_090_061, now: 1_764_000_000, running: false,
      entries: ["Pebble", "Anvil", "Bellows", "b".repeat(60), "碁石"].map((title, place) => ({ bot: `bot-${place}`, title, author: place % 2 ? "Ann" : "" })) } }));
    await go("/contests/friday");
    await page.locator("[role=timer]").waitFor();
    await look("night-before");
  },
};

/** Puts pictures of one state side by side, each at its size on the sheet. */
async function sheet(name, parts) {
  const images = parts.map(([width, how, shown_width]) =>
    `<figure><figcaption>${name} ${width} ${how}</figcaption><img width="${shown_width}" src="${pathToFileURL(join(pictures, `${name}-${width}-${how}.png`))}"></figure>`);
  const file = join(pictures, "sheet.html");
  writeFileSync(file, `<meta charset=utf-8><style>body{margin:8px;background:#888;font:12px sans-serif;display:flex;gap:8px;align-items:start}figure{margin:0}img{display:block;max-height:1500px;object-fit:cover;object-position:top}</style>${images.join("")}`);
  const context = await browser.newContext({ viewport: { width: parts.reduce((sum, [, , width]) => sum + width + 8, 16), height: 300 } });
  const drawn = await context.newPage();
  await drawn.goto(pathToFileURL(file).href);
  await drawn.screenshot({ path: join(pictures, `sheet-${name}-${parts[0][0]}.png`), fullPage: true });
  await context.close();
}

for (const [name, walk] of Object.entries(pages)) {
  const before = looked_at.length;
  try {
    await walk();
  } catch (error) {
    console.log(`${name} broke off: ${error.message.split("\n").slice(0, 3).join(" ")}`);
    await page.screenshot({ path: join(pictures, `broken-${name}.png`) });
    process.exitCode = 1;
  }
  for (const one of looked_at.slice(before)) {
    await sheet(one, [[360, "light", 360], [360, "dark", 360], [360, "forced", 360], [360, "large", 360]]);
    await sheet(one, [[768, "light", 480], [1280, "dark", 640]]);
    await sheet(one, [[1920, "light", 960], [768, "dark", 400]]);
  }
  console.log(`${name}: ${looked_at.length - before} states`);
}
if (page.complaints.length > 0) console.log(page.complaints.join("\n"));
await browser.close();
await server.end();
