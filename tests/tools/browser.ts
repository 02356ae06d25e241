/**
 * The Chromium of the tests: one for a whole run when the runner sets it, else one for each file.
 *
 * Each test has a context of its own; at most two pages are open at once.
 * @module
 */
import { statfsSync } from "node:fs";
import { axe } from "@/tests/npm/axe.ts";
import { type Browser, chromium, type Page } from "@/tests/npm/chromium.ts";
import { unpackedChromium } from "./unpacked_chromium.ts";

export type { Page };

interface LaunchedBrowser {
  /** Address for other processes, by the DevTools protocol. */
  endpoint: string;
  close(): Promise<void>;
}

/**
 * Without the arguments that the package suggests: they disable CORS and make contexts share a
 * process.
 */
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  "--hide-scrollbars",
  "--remote-debugging-port=0",
];

/**
 * Disables the optimizing compilers: a page of a test is too short-lived for them to be worth their
 * cost, above all for axe, which each page compiles again. Not for measures of time.
 */
export const SHORT_LIVED_PAGES = ["--js-flags=--no-opt --no-maglev"];

/** Where the system keeps shared memory. */
const SHARED_MEMORY = "/dev/shm";

/** Room for the shared memory of two Chromiums, bytes; a container has 64 MiB unless told otherwise. */
const ROOM_FOR_PAGES = 2 ** 30;

/**
 * Moves the images of pages from the system's shared memory to files of the disk, where it has too
 * little of it: each page then costs a fifth more of the processor's time.
 */
export function sharedMemoryArguments(roomBytes: number): string[] {
  return roomBytes < ROOM_FOR_PAGES ? ["--disable-dev-shm-usage"] : [];
}

/** Free shared memory, bytes; none where the system has no such folder. */
function sharedMemoryRoom(): number {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Starts a Chromium that several processes may use. */
export async function launchBrowser(more: readonly string[] = []): Promise<LaunchedBrowser> {
  const profile = await Deno.makeTempDir({ prefix: "browser-" });
  const process = new Deno.Command(await unpackedChromium(), {
    args: [
      ...ARGUMENTS,
      ...sharedMemoryArguments(sharedMemoryRoom()),
      ...more,
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = process.stderr.pipeThrough(new TextDecoderStream()).getReader();
  const endpoint = await announcedEndpoint(reader);
  const drained = drain(reader);
  return {
    endpoint,
    async close() {
      process.kill("SIGTERM");
      await process.status;
      await drained;
      await Deno.remove(profile, { recursive: true });
    },
  };
}

async function announcedEndpoint(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let heard = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`Chromium did not start: ${heard}`);
    heard += value;
    const found = /DevTools listening on (ws:\S+)/.exec(heard);
    if (found?.[1]) return found[1];
  }
}

async function drain(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await reader.read()).done);
}

export interface OpenBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/** The browser of the run (TEST_BROWSER_WS), or one launched for this caller. */
export async function openBrowser(): Promise<OpenBrowser> {
  const shared = Deno.env.get("TEST_BROWSER_WS");
  const own = shared ? null : await launchBrowser();
  const browser = await chromium.connectOverCDP(shared ?? own?.endpoint ?? "");
  leaveQuestionsOfOthers(browser);
  return {
    browser,
    async close() {
      await browser.close();
      await own?.close();
    },
  };
}

/**
 * A shared browser exposes the pages of all clients in its default context, and a client without a
 * listener there dismisses every dialog, including one that another test is about to accept.
 */
function leaveQuestionsOfOthers(browser: Browser): void {
  for (const context of browser.contexts()) context.on("dialog", () => {});
}

/** Answers every dialog of a page as given; returns its text, or "beforeunload". */
export function answerQuestions(page: Page, isAccepted: () => boolean = () => true): string[] {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    const isLeaving = dialog.type() === "beforeunload";
    asked.push(isLeaving ? dialog.type() : dialog.message());
    // The page may have closed with its dialog.
    await (isLeaving || isAccepted() ? dialog.accept() : dialog.dismiss()).catch(() => {});
  });
  return asked;
}

export interface PageOptions {
  /** Width of the window, CSS pixels. */
  width?: number;
  height?: number;
  javaScriptEnabled?: boolean;
  /** Preferred colour scheme. */
  colorScheme?: "light" | "dark";
  /** An open browser; by default one is opened for this page. */
  browser?: Browser;
}

/**
 * Goes back to another document, and waits until it has loaded. `page.goBack()` alone also returns
 * when the page writes into its history meanwhile, as `lib/ui/page_script.ts` does: the
 * traversal is then still to come, and cancels the next navigation, which never ends.
 */
export async function goBack(page: Page): Promise<void> {
  const replaced = page.waitForEvent("domcontentloaded");
  await Promise.all([replaced, page.goBack()]);
  await page.waitForLoadState();
}

/** Opens a page without the scripts of its islands, runs a step in it, and then loads them. */
export async function beforeScripts<T>(
  page: Page,
  open: () => Promise<unknown>,
  use: () => Promise<T>,
): Promise<T> {
  const seen = Promise.withResolvers<void>();
  const scripts = "**/_fresh/js/**";
  await page.route(scripts, (route) => seen.promise.then(() => route.continue()));
  const opened = open();
  // The last part of every page.
  await page.locator("footer").last().waitFor();
  const found = await use();
  seen.resolve();
  await opened;
  await page.unroute(scripts);
  return found;
}

/**
 * Disconnects the pages of a window from the network.
 *
 * A browser records what was typed within a second, or once the page is gone: on a loaded machine
 * later than a Back pressed at once, which then restores nothing. A write into the history records
 * it before.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.evaluate(() => history.replaceState(history.state, ""));
  await page.context().setOffline(true);
}

/**
 * Types into a field and sends its form while the connection is lost, then goes back.
 *
 * @returns the value of the field then
 */
export async function typedAfterLoss(page: Page, field: string, value: string): Promise<string> {
  await page.fill(field, value);
  await goOffline(page);
  await Promise.all([page.waitForEvent("domcontentloaded"), page.press(field, "Enter")]);
  await page.context().setOffline(false);
  await goBack(page);
  return await page.inputValue(field);
}

/**
 * Runs in the page: whether leaving it asks, once one of its forms has a
 * typed value, which it does once `lib/ui/page_script.ts` runs.
 */
export function isWatched(): boolean {
  const form = document.querySelector<HTMLFormElement>("form[data-guard]");
  if (form === null) return false;
  const { guard } = form.dataset;
  form.dataset.guard = "unsaved";
  const leaving = new Event("beforeunload", { cancelable: true });
  dispatchEvent(leaving);
  form.dataset.guard = guard;
  return leaving.defaultPrevented;
}

/** Errors of a page: console errors, uncaught exceptions, failed requests. */
export type PageErrors = readonly string[];

/** A page of a test, and what went wrong on it. */
export interface BrowserPage {
  readonly page: Page;
  readonly errors: PageErrors;
}

/**
 * Limit of every wait, which otherwise ends as soon as its condition is met. A loaded machine took
 * more than 30 s.
 */
const MOST_WAITED_MS = 120_000;

/** Opens a page in a new context, in French, that accepts any certificate, and always closes it. */
export async function withPage<T>(
  use: (page: Page, errors: PageErrors) => Promise<T>,
  options: PageOptions = {},
): Promise<T> {
  const { width = 1280, height = 800, javaScriptEnabled = true, colorScheme = "light" } = options;
  await takeSlot();
  const opened = options.browser ? null : await openBrowser().catch(freeSlotAndThrow);
  const browser = options.browser ?? opened?.browser;
  try {
    if (!browser) throw new Error("No browser");
    const context = await browser.newContext({
      viewport: { width, height },
      javaScriptEnabled,
      colorScheme,
      ignoreHTTPSErrors: true,
      locale: "fr-FR",
      timezoneId: "Europe/Paris",
    });
    context.setDefaultTimeout(MOST_WAITED_MS);
    try {
      const page = await context.newPage();
      return await use(page, collectErrors(page));
    } finally {
      await context.close();
    }
  } finally {
    await opened?.close();
    freeSlot();
  }
}

function collectErrors(page: Page): PageErrors {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

const PAGE_SLOTS = 2;
let taken = 0;
const waiting: (() => void)[] = [];

async function takeSlot(): Promise<void> {
  if (taken < PAGE_SLOTS) taken++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Gives the slot of a closed page to the first in the queue. */
function freeSlot(): void {
  const next = waiting.shift();
  if (next) next();
  else taken--;
}

function freeSlotAndThrow(error: unknown): never {
  freeSlot();
  throw error;
}

const WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Pins of a map are at their places: WCAG 2.5.8 "Equivalent", since the table links to the same
 * pages.
 */
const SMALL_TARGETS = ".leaflet-marker-icon";

/**
 * Violations of WCAG 2.2 AA found by axe, a line for each rule: "rule: description (where; where)".
 */
export async function axeViolations(page: Page): Promise<string[]> {
  // Colours in transition, or under a sticky header, are checked once they have settled.
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: "instant" });
    for (const animation of document.getAnimations()) animation.finish();
  });
  await loadAxe(page);
  return await page.evaluate(async ([tags, smallTargets]) => {
    const { axe } = globalThis as unknown as { axe: AxeInPage };
    const { violations } = await axe.run(document, {
      runOnly: { type: "tag", values: tags },
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, help, nodes }) => {
      const places = nodes.map(({ target }) => target.join(" ")).filter((place) =>
        id !== "target-size" || !document.querySelector(place)?.matches(smallTargets)
      );
      return places.length === 0 ? [] : [`${id}: ${help} (${places.join("; ")})`];
    });
  }, [WCAG_TAGS, SMALL_TARGETS] as const);
}

/** Windows whose next documents load axe. */
const WINDOWS_WITH_AXE = new WeakSet<Page>();

/**
 * Loads axe into a window's document and the next ones: sending it for each costs as much as the
 * check.
 */
async function loadAxe(page: Page): Promise<void> {
  if (!WINDOWS_WITH_AXE.has(page)) {
    WINDOWS_WITH_AXE.add(page);
    await page.addInitScript(axe.source);
  }
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(axe.source);
}

interface AxeInPage {
  run(root: Document, options: object): Promise<{
    violations: { id: string; help: string; nodes: { target: string[] }[] }[];
  }>;
}

/** A test in the browser, which leaves connections of its own open. */
export function browserTest(
  name: string,
  fn: (test: Deno.TestContext) => Promise<void>,
): void {
  Deno.test({ name, sanitizeOps: false, sanitizeResources: false, fn });
}
