/**
 * What a page must let everybody reach: targets wide enough, text twice as large, no motion for who asks for none.
 *
 * Each check gives a line for each place of the page that fails it.
 *
 * @module
 */
import type { Page } from "@/tests/tools/browser.ts";

/** Least side of what is touched, CSS pixels. @spec WCAG 2.2 criterion 2.5.8 */
const LEAST_TARGET = 24;

/** Pins of a map are where their places are: WCAG 2.5.8 "Equivalent", since the table links to the same pages. */
const OTHERWISE_REACHED = ".leaflet-marker-icon, .leaflet-control-attribution a";

/** Width of a window of 1280 pixels enlarged to 200 %, CSS pixels. */
const ENLARGED_WIDTH = 640;

/** The narrowest window, CSS pixels. @spec WCAG 2.2 criterion 1.4.10 */
const NARROWEST_WIDTH = 320;

/** The width of a phone, where targets are measured. */
export const PHONE_WIDTH = 390;

/** All that a page keeps out of reach in the window it is in: on a phone what is too small or moves, else what enlarging loses. */
export async function outOfReach(page: Page): Promise<string[]> {
  const window = page.viewportSize();
  if (window === null) throw new TypeError("A page without a size");
  const lost = await lostAtThisWidth(page);
  if (window.width === PHONE_WIDTH) {
    lost.push(...await smallTargets(page), ...await motions(page));
    lost.push(...await tooWideAtNarrowest(page));
    await page.setViewportSize(window);
    return lost;
  }
  lost.push(...await lostWithLargeText(page));
  await page.setViewportSize({ width: ENLARGED_WIDTH, height: 400 });
  lost.push(...await lostAtThisWidth(page));
  await page.setViewportSize(window);
  return lost;
}

/** What is touched and smaller than a fingertip; a link within a sentence is as high as its line. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(([least, otherwise]) => {
    const isInSentence = (target: Element) =>
      getComputedStyle(target).display === "inline" &&
      [...target.parentElement?.childNodes ?? []].some((node) =>
        node.nodeType === Node.TEXT_NODE && /[\p{L}\d]/u.test(node.textContent ?? "")
      );
    const areas = (target: Element) => {
      const labels = target instanceof HTMLInputElement ? [...target.labels ?? []] : [];
      return [target, ...labels].map((one) => one.getBoundingClientRect());
    };
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => !target.matches(`.visually-hidden, .skip-link, ${otherwise}`))
      .filter((target) => !isInSentence(target))
      .filter((target) =>
        !areas(target).some(({ width, height }) => Math.min(width, height) >= least - 0.01)
      )
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return `${width.toFixed(1)} × ${height.toFixed(1)}: ${target.outerHTML.slice(0, 120)}`;
      });
  }, [LEAST_TARGET, OTHERWISE_REACHED] as const);
}

/** A page wider than the narrowest window, with its text as it is and twice as large. */
async function tooWideAtNarrowest(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: NARROWEST_WIDTH, height: 640 });
  const lost = await tooWide(page);
  await sizeText(page, "200%");
  lost.push(...await tooWide(page));
  await sizeText(page, "");
  return lost;
}

/** A page wider than its window. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const excess = scrollWidth - clientWidth;
    return excess > 0 ? [`${excess} pixels too wide for a window of ${clientWidth}`] : [];
  });
}

/** What is lost or pushed aside at this width: a page wider than its window, text cut by its box. */
export async function lostAtThisWidth(page: Page): Promise<string[]> {
  const cut = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((box) => box.checkVisibility({ visibilityProperty: true }))
      // A live chart takes the size of its box a moment after its box has taken it.
      .filter((box) =>
        !box.closest(".visually-hidden, .tooltip, svg, .leaflet-container, .chart-live .chart-box")
      )
      .filter((box) => !box.matches("input, select, textarea") && box.clientWidth > 0)
      .filter((box) => !/auto|scroll/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth + 4);
    return boxes.map((box) => `cut: ${box.outerHTML.slice(0, 120)}`);
  });
  return [...await tooWide(page), ...cut];
}

/** The same once the text alone is twice as large. */
export async function lostWithLargeText(page: Page): Promise<string[]> {
  await sizeText(page, "200%");
  const lost = await lostAtThisWidth(page);
  await sizeText(page, "");
  return lost;
}

async function sizeText(page: Page, size: string): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);
}

/** How often a page is asked for a way of showing before it counts as deaf. */
const ASKED_MOST = 10;

/** A way of showing that a reader asks for, and the media query that says whether it holds. */
export interface Wish {
  readonly media: Parameters<Page["emulateMedia"]>[0];
  readonly query: string;
}

/** What would move although the reader asked for no motion. */
function motions(page: Page): Promise<string[]> {
  const wish = {
    media: { reducedMotion: "reduce" },
    query: "(prefers-reduced-motion: reduce)",
  } as const;
  return whileAsked(page, wish, () => movingWithoutMotion(page));
}

/**
 * What is wrong in a page while it is shown as a reader asks for.
 *
 * A browser that several processes share takes the wish back when another of them comes: the page is looked at while
 * it holds, or asked again.
 */
export async function whileAsked(
  page: Page,
  { media, query }: Wish,
  look: () => Promise<string[]>,
): Promise<string[]> {
  const holds = () => page.evaluate((query) => matchMedia(query).matches, query);
  for (let asked = 0; asked < ASKED_MOST; asked++) {
    await page.emulateMedia(media);
    await page.waitForFunction((query) => matchMedia(query).matches, query, { timeout: 3_000 })
      .catch(() => {});
    const wrong = await holds() ? await look() : [];
    if (!await holds()) continue;
    await page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null });
    return wrong;
  }
  return [`${query} cannot be asked for`];
}

/** What moves in a page that was asked not to. */
function movingWithoutMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lasts = (durations: string) =>
      durations.split(",").some((duration) => parseFloat(duration) > 0.01);
    const isMoving = (element: Element) =>
      [null, "::before", "::after"].some((part) => {
        const style = getComputedStyle(element, part);
        return lasts(style.transitionDuration) || lasts(style.animationDuration) ||
          style.scrollBehavior === "smooth";
      });
    return [...document.querySelectorAll("*")].filter(isMoving)
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
