/**
 * The Chromium of the tests: one for a whole run when the runner names it, else one of a file's own.
 *
 * Each test has a context of its own; at most two pages are open at once.
 *
 * @module
 */
import { axe } from "@/tests/npm/axe.ts";
import { type Browser, chromium, type Page } from "@/tests/npm/chromium.ts";
import { unpackedChromium } from "./unpacked_chromium.ts";

export type { Page };

export interface LaunchedBrowser {
  /** Where other processes reach it, by the DevTools protocol. */
  endpoint: string;
  close(): Promise<void>;
}

/** Without what the package suggests: its arguments switch CORS off and make contexts share a process. */
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  "--hide-scrollbars",
  "--remote-debugging-port=0",
];

/**
 * Scripts run without the optimizing compilers: a page of a test lives too shortly to earn back what they cost, above
 * all for axe, which each page compiles again. Not for measures of time.
 */
export const SHORT_LIVED_PAGES = ["--js-flags=--no-opt --no-maglev"];

/** Starts a Chromium that several processes may use. */
export async function launchBrowser(more: readonly string[] = []): Promise<LaunchedBrowser> {
  const profile = await Deno.makeTempDir({ prefix: "browser-" });
  const process = new Deno.Command(await unpackedChromium(), {
    args: [...ARGUMENTS, ...more, `--user-data-dir=${profile}`, "about:blank"],
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

/** The browser of the run (TEST_BROWSER_WS), or one launched for this caller alone. */
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
 * A shared browser shows every client the pages of all, in its default context, and a client without a listener
 * there dismisses every question it sees: also the one another test is about to accept.
 */
function leaveQuestionsOfOthers(browser: Browser): void {
  for (const context of browser.contexts()) context.on("dialog", () => {});
}

/** Answers every dialog of a page as given; returns its text: a sentence, or "beforeunload". */
export function answerQuestions(page: Page, isAccepted: () => boolean = () => true): string[] {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    const isLeaving = dialog.type() === "beforeunload";
    asked.push(isLeaving ? dialog.type() : dialog.message());
    // The page may have gone with its question.
    await (isLeaving || isAccepted() ? dialog.accept() : dialog.dismiss()).catch(() => {});
  });
  return asked;
}

export interface PageOptions {
  /** Width of the window, CSS pixels. */
  width?: number;
  height?: number;
  javaScriptEnabled?: boolean;
  /** Colours the reader asks for. */
  colorScheme?: "light" | "dark";
  /** A browser already open; without it, one is opened for this page. */
  browser?: Browser;
}

/** What went wrong in a page: console errors, uncaught exceptions, requests that failed. */
export type PageErrors = readonly string[];

/** A wait ends when what it waits for is there; this only ends one for nothing. A loaded machine took more than 30 s. */
export const MOST_WAITED_MS = 120_000;

/** Opens a page of its own context, French, that takes any certificate, and closes it in all cases. */
export async function withPage<T>(
  use: (page: Page, errors: PageErrors) => Promise<T>,
  options: PageOptions = {},
): Promise<T> {
  const { width = 1280, height = 800, javaScriptEnabled = true, colorScheme = "light" } = options;
  await takeSeat();
  const opened = options.browser ? null : await openBrowser().catch(leaveSeatAndThrow);
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
    leaveSeat();
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

const SEATS = 2;
let taken = 0;
const waiting: (() => void)[] = [];

async function takeSeat(): Promise<void> {
  if (taken < SEATS) taken++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

/** A seat left goes to who waits longest. */
function leaveSeat(): void {
  const next = waiting.shift();
  if (next) next();
  else taken--;
}

function leaveSeatAndThrow(error: unknown): never {
  leaveSeat();
  throw error;
}

export interface TestServer {
  /** Origin without a slash at its end. */
  url: string;
  close(): Promise<void>;
}

/** Serves a handler on a free port of 127.0.0.1. */
export function serve(
  handler: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
): TestServer {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  return { url: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

const WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Pins of a map are where their places are: WCAG 2.5.8 "Equivalent", since the table links to the same pages. */
const SMALL_TARGETS = ".leaflet-marker-icon";

/** What axe finds against WCAG 2.2 AA, a line for each rule: "rule: what it asks (where; where)". */
export async function axeViolations(page: Page): Promise<string[]> {
  // What is on its way to another colour, or under a head that stays in sight, is judged where it comes to rest.
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

/** Windows whose next documents have axe when they are read. */
const WINDOWS_WITH_AXE = new WeakSet<Page>();

/** Brings axe to a window's document and to the next ones there: to send it for each costs as much as the look. */
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

/** A test in the browser, which leaves connections of its own behind. */
export function browserTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, sanitizeOps: false, sanitizeResources: false, fn });
}
