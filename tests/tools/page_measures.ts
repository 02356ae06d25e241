/** Measures of a page load in a browser, and its Ecoindex; by a slow link or not. @module */
import { LINKS, slowLink } from "@/tests/loading/slow_link.ts";
import type { Page } from "@/tests/npm/chromium.ts";

/** Twentiles of half a million pages of the HTTP Archive, as the Ecoindex publishes them. */
const ELEMENTS = numbers(
  "0 47 75 159 233 298 358 417 476 537 603 674 753 843 949 1076 1237 1459 1801 2479 594601",
);
const REQUESTS = numbers(
  "0 2 15 25 34 42 49 56 63 70 78 86 95 105 117 130 147 170 205 281 3920",
);
const KILOBYTES = numbers(
  "0 1.37 144.7 319.53 479.46 631.97 783.38 937.91 1098.62 " +
    "1265.47 1448.32 1648.27 1876.08 2142.06 2465.37 2866.31 3401.59 4155.73 5400.08 8037.54 223212.26",
);

interface PageLoad {
  /** Elements of the document, except those inside SVG. */
  readonly elements: number;
  readonly requests: number;
  /** Transferred bytes. */
  readonly bytes: number;
}

/** The Ecoindex of a page: 100 for an empty one; A above 80, B above 70. */
export function ecoindex({ elements, requests, bytes }: PageLoad): number {
  const places = 3 * placeAmong(ELEMENTS, elements) + 2 * placeAmong(REQUESTS, requests) +
    placeAmong(KILOBYTES, bytes / 1024);
  return 100 - 5 * places / 6;
}

/** Rank of a value among twentiles, 0 to 20, interpolated between two of them. */
function placeAmong(bounds: readonly number[], value: number): number {
  const above = bounds.findIndex((bound, at) => at > 0 && value < bound);
  if (above === -1) return bounds.length - 1;
  const [from = 0, to = 0] = [bounds[above - 1], bounds[above]];
  return above - 1 + (value - from) / (to - from);
}

/** Measures of a page load. Times depend on the machine: tests do not check them. */
export interface PageMeasures extends PageLoad {
  /** First contentful paint, ms. */
  readonly firstPaintMs: number;
  /** Painted, with active islands and no long task, ms. */
  readonly interactiveMs: number;
  /** Time of long tasks beyond 50 ms each, ms. */
  readonly blockedMs: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  readonly ecoindex: number;
}

/** Measures the page in the window, from its navigation to its first paint and to now. */
export async function pageMeasures(page: Page): Promise<PageMeasures> {
  const measured = await page.evaluate(measuredInPage);
  return { ...measured, ecoindex: ecoindex(measured) };
}

/** Runs in the page. */
async function measuredInPage(): Promise<Omit<PageMeasures, "ecoindex">> {
  const firstPaint = new Promise<number>((resolve) => {
    new PerformanceObserver((list, observer) => {
      const [paint] = list.getEntriesByName("first-contentful-paint");
      if (paint === undefined) return;
      observer.disconnect();
      resolve(paint.startTime);
    }).observe({ type: "paint", buffered: true });
  });
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      // An observer without entries is never called.
      requestAnimationFrame(() => setTimeout(() => resolve(observer.takeRecords())));
    });
  const firstPaintMs = await firstPaint;
  const [shifts, tasks] = await Promise.all([entriesOf("layout-shift"), entriesOf("longtask")]);
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming)) throw new Error("No navigation");
  // Map tiles come from another host, later, in a number that depends on the window.
  const files = performance.getEntriesByType("resource")
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(location.origin));
  const ready = navigation.domContentLoadedEventEnd;
  const early = tasks.filter(({ startTime }) => startTime < ready);
  const shiftOf = (entry: PerformanceEntry) => Number(Reflect.get(entry, "value"));
  return {
    firstPaintMs,
    interactiveMs: Math.max(
      firstPaintMs,
      ready,
      ...early.map(({ startTime, duration }) => startTime + duration),
    ),
    blockedMs: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    shift: shifts.reduce((sum, entry) => sum + shiftOf(entry), 0),
    elements: document.querySelectorAll("*").length - document.querySelectorAll("svg *").length,
    requests: 1 + files.length,
    bytes: navigation.transferSize + files.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/** A page opened over a link. */
export interface SlowPage {
  /** Port of the program. */
  readonly port: number;
  readonly link: keyof typeof LINKS;
  /** How much slower the reader's processor is. */
  readonly slowdown?: number;
  readonly path: string;
  /** The session of its reader; "" without sign-in. */
  readonly cookie?: string;
  /** The previous page, read first on the same connections; null to open the page by its URL. */
  readonly after?: string | null;
}

/** Opens a page in a new window, over a separate link. */
export async function slowPage(
  tab: Page,
  { port, link: kind, slowdown = 1, path, cookie = "", after = null }: SlowPage,
): Promise<PageMeasures> {
  const link = slowLink(port, LINKS[kind]);
  try {
    const context = tab.context();
    const devtools = await context.newCDPSession(tab);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    if (after !== null) await tab.goto(link.url + after, { waitUntil: "networkidle" });
    const [name = "", value = ""] = cookie.split("=", 2);
    if (cookie !== "") await context.addCookies([{ name, value, url: link.url }]);
    if (after === null) await tab.goto(link.url + path);
    else await follow(tab, link.url + path);
    return await pageMeasures(tab);
  } finally {
    link.close();
  }
}

/** Goes to a page like a link of the current one does. */
async function follow(tab: Page, address: string): Promise<void> {
  await Promise.all([
    tab.waitForEvent("load"),
    tab.evaluate((to) => void location.assign(to), address),
  ]);
}

function numbers(text: string): number[] {
  return text.split(" ").map(Number);
}
