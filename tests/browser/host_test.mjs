// The page of a host and its authors in a real browser: bots are uploaded, checked and played from it,
// and what must not come in is refused in words.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { barriers, open, picture } from "./browser.mjs";
import { button, serving } from "./play.mjs";

// A bot whose games are short.
const program = readFileSync(new URL("first_free_bot.py", import.meta.url), "utf8");

const { browser, server } = await serving((server) => {
  writeFileSync(server.file("tiny.toml"),
    '[contest]\ngame = "gomoku"\n\n[switches]\nmove_ms = 60000\n\n[format]\nkind = "round-robin"\ngames = 2\n');
  return [server.file("tiny.toml"), "--bots", server.file("bots")];
});
const [host_token] = await server.said(/token, shown this once: (\S+)/);

const shows = (page, text) => page.getByText(text, { exact: false }).first().waitFor();

/** Makes a folder with a bot; returns it. */
function bot(name, more = {}) {
  const folder = server.file(join("made", name));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "bot.py"), program);
  writeFileSync(join(folder, "meta"), `${name}\npython3\nbot.py\n0\n`);
  writeFileSync(join(folder, "bot.toml"), 'game = "gomoku"\nstate = "pairing"\nstays = true\n');
  for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text);
  return folder;
}

/** Packs a folder; returns the archive. */
function packed(name, folder, ...options) {
  const archive = server.file(name);
  execFileSync("tar", ["--create", "--gzip", "--file", archive, "--directory", folder, ...options, "."]);
  return archive;
}

async function sign_in(page, token) {
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.keyboard.press("Enter");
}

async function upload(page, archive, name) {
  await page.getByLabel("Archive", { exact: true }).setInputFiles(archive);
  if (name) await page.getByLabel("Name of its folder").fill(name);
  await button(page, "Upload").press("Enter");
}

/** What a page complains about, but for refusals that a test asked for. */
const complaints = (...pages) => pages.flatMap((page) => page.complaints).filter((text) => !/status of 4(01|22)/.test(text));

test("a host and an author upload, play and read; nobody else does", async () => {
  const host = await open(browser, server, "/contests");
  await host.getByRole("link", { name: "Send one in" }).click();

  // Nobody without a token.
  await shows(host, "This server hosts the contest tiny.");
  assert.deepEqual(await barriers(host), []);
  assert.deepEqual(await picture(host, "host-sign-in"), []);
  await sign_in(host, "0".repeat(32));
  await shows(host, "a token of the host or of an author is needed");
  assert.equal(await host.getByText("Upload").count(), 0);

  // The host: the line that the server printed is pasted as it is.
  await sign_in(host, host_token);
  await shows(host, "There are no bots yet.");
  await upload(host, packed("pebble.tar.gz", bot("pebble")));
  await shows(host, "version 1 plays");
  for (const [why, archive, name] of [
    ["leads out", packed("evil.tar.gz", bot("evil"), "--absolute-names", "--transform=s,^,../../,"), ""],
    ["more than 64 MiB", (truncateSync(join(bot("bomb", { zeros: "" }), "zeros"), 65 << 20), packed("bomb.tar.gz", server.file("made/bomb"))), ""],
    ["cannot be read", join(server.file("made/pebble"), "meta"), "text"],
    ["A folder is named by", server.file("pebble.tar.gz"), "../../etc"],
    ["is called 'pebble' too", server.file("pebble.tar.gz"), "twin"]]) {
    await upload(host, archive, name);
    await shows(host, why);
  }

  // An author, whose token is shown once.
  await host.getByLabel("Name of an author").fill("Ann");
  await button(host, "Make a token").click();
  const ann_token = await host.getByLabel("Token of Ann").inputValue();
  await button(host, "I have noted it").click();
  assert.equal(await host.getByText(ann_token).count(), 0);
  const ann = await open(browser, server, "/host");
  await sign_in(ann, ann_token);
  await shows(ann, "You have no bots here yet.");
  assert.equal(await ann.getByText("Make a token").count() + await button(ann, "Start").count(), 0);
  await upload(ann, server.file("pebble.tar.gz"), "pebble");
  await shows(ann, "another author has a bot of this name");
  await upload(ann, packed("<img src=x onerror=alert(1)> rock (1).tar.gz", bot("rock")), "rock");
  await shows(ann, "version 1 plays");
  assert.equal(await ann.getByText("pebble", { exact: true }).count(), 0);

  // A version that fails leaves the older one, and says why to its author.
  await upload(ann, packed("rock.tar.gz", bot("rock", { "bot.py": "import sys\nsys.exit('<i>a secret</i> of mine')\n" })));
  await shows(ann, "version 2 did not pass its check");
  await shows(ann, "version 1 plays");
  await ann.getByText("Check and standard error of rock").click();
  await ann.getByText("crashed", { exact: false }).first().click();
  await shows(ann, "<i>a secret</i> of mine");
  assert.deepEqual(await barriers(ann), []);
  assert.deepEqual(await picture(ann, "host-author"), []);

  // The contest, from the page to its ranking.
  await shows(host, "by Ann");
  await button(host, "Start").press("Enter");
  await shows(host, "The run has ended.");
  await shows(host, "2 games");
  await host.locator("summary", { hasText: "Log of the newest run" }).press("Enter");
  await shows(host, "sandbox: L0");
  await host.getByText("Check and standard error of pebble").click();
  await shows(host, "Slowest answer");
  assert.deepEqual(await barriers(host), []);
  assert.deepEqual(await picture(host, "host"), []);

  // The page outlives the server, and a token that is taken back.
  await server.stop("SIGKILL");
  await shows(host, "What is shown may be old.");
  process.env.HILLTOP_WARDEN = "/nowhere"; // and without a sandbox
  await server.start(server.file("tiny.toml"), "--bots", server.file("bots"));
  await host.getByText("What is shown may be old.").waitFor({ state: "detached" });
  await shows(host, "Nothing is uploaded or played here: the sandbox is too weak.");
  assert.equal(await button(host, "Play what is new").isDisabled(), true);
  await button(host, "Remove: Ann").press("Enter");
  await button(host, "No").press("Shift+Tab");
  await host.keyboard.press("Enter");
  await shows(host, "There are no authors yet.");
  await shows(ann, "a token of the host or of an author is needed");
  await ann.getByText("rock").first().waitFor({ state: "detached" });
  await host.getByRole("link", { name: "Ranking and games" }).click();
  await host.getByRole("table").first().waitFor();
  assert.deepEqual(complaints(host, ann), []);
  for (const page of [host, ann]) {
    assert.ok(!page.requested.some((url) => url.includes(ann_token) || url.includes(host_token)), "a token in an address");
    await page.context().close();
  }
});
