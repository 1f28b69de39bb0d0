// What all browser tests share: a server with stores of its own, a browser, and pictures.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const program = process.env.HILLTOP_PROGRAM;
export const pictures = process.env.HILLTOP_PICTURES ?? join(tmpdir(), "hilltop-pictures");
const patience_ms = 60_000; // ends a test that would hang
mkdirSync(pictures, { recursive: true });

/** Runs the program to its end; returns what it printed. */
export function hilltop(...words) {
  return execFileSync(program, words.map(String), {
    encoding: "utf8", timeout: patience_ms, stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, HILLTOP_STORE: "none" },
  });
}

/** Does the same with lines that a person types. */
export function typed(lines, ...words) {
  return execFileSync(program, words.map(String), {
    encoding: "utf8", timeout: patience_ms, input: lines, stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, HILLTOP_STORE: "none" },
  });
}

export class Server {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "hilltop-browser-"));
    this.port = 0;
  }
  file(name) { return join(this.folder, name); }
  async start(...options) {
    this.process = spawn(program, ["serve", "--port", String(this.port), "--people", this.file("people.db"),
      "--store", this.file("results.db"), ...options], { stdio: ["ignore", "pipe", "pipe"] });
    this.errors = "";
    this.process.stderr.on("data", (text) => { this.errors += text; });
    this.ended = new Promise((resolve) => this.process.on("exit", (code) => resolve(code)));
    const line = await Promise.race([
      new Promise((resolve) => this.process.stdout.once("data", (text) => resolve(String(text)))),
      this.ended.then(() => { throw new Error(this.errors); })]);
    this.url = line.trim().replace(/\/$/, "");
    this.port = Number(new URL(this.url).port);
  }
  /** Waits until standard error has what matches; returns what the groups matched. */
  async said(pattern) {
    while (!pattern.test(this.errors))
      await new Promise((resolve) => this.process.stderr.once("data", resolve));
    return pattern.exec(this.errors).slice(1);
  }
  stop(signal = "SIGTERM") { this.process.kill(signal); return this.ended; }
  async end() {
    const code = await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the server ended with ${code}: ${this.errors}`);
  }
}

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
      "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"],
  });
}

/** Opens a page of a server in a profile of its own. */
export async function open(browser, server, path, options = {}) {
  return opened(browser, server.url + path, (url) => url.startsWith(server.url), options);
}

/** Opens a file, which may ask nobody for anything. */
export async function open_file(browser, file, fragment = "", options = {}) {
  const url = pathToFileURL(file).href;
  return opened(browser, url + fragment, (asked) => asked.split("#")[0] === url, options);
}

/** What the page asks for is kept, and what it complains about; to ask for what it may not is a
    complaint. */
async function opened(browser, address, may_ask, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 },
    acceptDownloads: true, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience_ms);
  page.complaints = [];
  page.requested = [];
  page.on("console", (message) => {
    // A socket that is lost with its server is told so.
    if (["error", "warning"].includes(message.type()) && !/WebSocket connection|ERR_CONNECTION/.test(message.text()))
      page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(error.stack ?? error.message));
  page.on("request", (request) => {
    page.requested.push(request.url());
    if (!may_ask(request.url()) && !request.url().startsWith("data:"))
      page.complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(address);
  return page;
}

/** Lets a page keep what it shifts of its layout: `seen_shifts()` returns each shift with its share of the
    view. To be called before the page is loaded. */
export async function watch_shifts(page) {
  await page.addInitScript(() => {
    window.shifts = [];
    const keep = (list) => list.forEach(({ value, sources }) => window.shifts.push({ value, moved: sources.map(({ node, previousRect: from, currentRect: to }) =>
      `${(node?.outerHTML ?? node?.data ?? "").slice(0, 60)} ${from.x},${from.y} -> ${to.x},${to.y}`) }));
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    window.seen_shifts = async () => {
      await frame();
      keep(observer.takeRecords());
      return window.shifts;
    };
    window.frame = frame;
  });
}

/** Opens a page for the first time, and returns what it shifts of its layout while it comes. Each answer of
    the server comes in a frame of its own, so that nothing that a slow network would show goes unseen. */
export async function shifts_of_first_load(browser, address, options = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience_ms);
  await watch_shifts(page);
  let coming = 0;
  await page.route("**", async (route) => {
    // Nothing is painted before the document and its style are there, and a stream has no end.
    if (!["script", "fetch"].includes(route.request().resourceType())) return route.continue();
    ++coming;
    const response = await route.fetch();
    await page.evaluate(() => window.frame());
    await route.fulfill({ response });
    --coming;
  });
  await page.goto(address);
  await page.locator("h1").waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  let shifts;
  do shifts = await page.evaluate(() => window.seen_shifts());
  while (coming > 0);
  await context.close();
  return shifts;
}

const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Returns what axe finds serious about a page. */
export async function barriers(page) {
  // The policy of the pages forbids scripts of others, so it is run beside them.
  const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"] })`);
  return found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ").slice(0, 300)}`);
}

/** Takes a page's picture of a width; returns whether it is wider than its window. */
async function taken(page, name, width, how, media) {
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "reduce", ...media });
  await page.setViewportSize({ width, height: Math.round(width < 600 ? width * 2 : width * 0.6) });
  await page.screenshot({ path: join(pictures, `${name}-${width}-${how}.png`), fullPage: true });
  return page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
}

/** Leaves the page as it was after `look`, whatever that changed of its window. */
async function looking(page, look) {
  const before = page.viewportSize();
  await look();
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "reduce" });
}

/** Takes a page's pictures at four widths, in light and dark. Returns the widths that it overflows. */
export async function picture(page, name) {
  const overflowing = [];
  await looking(page, async () => {
    for (const width of [360, 768, 1280, 1920])
      for (const colorScheme of ["light", "dark"])
        if (await taken(page, name, width, colorScheme, { colorScheme })) overflowing.push(width);
  });
  return overflowing;
}

/** The least height and width of what a finger presses, in pixels. */
const finger_min = 44;

/** Returns the buttons, choices and fields that are smaller. A label is pressed like its field. */
function small_targets(page) {
  return page.evaluate((finger_min) => [...document.querySelectorAll("button, .button, select, summary, input:not([type=range])")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, [aria-hidden=true]"))
    .flatMap((one) => {
      const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
      return Math.min(width, height) >= finger_min - 0.5 ? [] : [`${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`];
    }), finger_min);
}

/** Takes a page's pictures on a telephone, with the system's colours and with text twice as large. Returns
    what is too small for a finger, or makes the page wider than its window. */
export async function phone_picture(page, name) {
  const wrong = [];
  await looking(page, async () => {
    if (await taken(page, name, 360, "forced", { forcedColors: "active" })) wrong.push("too wide with forced colours");
    wrong.push(...(await small_targets(page)));
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    if (await taken(page, name, 360, "large", {})) wrong.push("too wide with large text");
    await page.evaluate("document.documentElement.style.fontSize = ''");
  });
  return wrong;
}
