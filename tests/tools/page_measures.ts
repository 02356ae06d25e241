import { ecoindex, type PageLoad } from "@/tests/loading/ecoindex.ts";
import type { Page } from "@/tests/npm/chromium.ts";

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
