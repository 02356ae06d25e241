/**
 * What every page must allow: large enough targets, text of twice the size, no motion for readers
 * who disable it.
 *
 * Each check returns a line for each place of the page that fails it.
 * @module
 */

import type { Page } from "@/tests/npm/chromium.ts";

/** Least side of a target, CSS pixels. @spec WCAG 2.2 criterion 2.5.8 */
const LEAST_TARGET = 24;

/**
 * Pins of a map are at their places: WCAG 2.5.8 "Equivalent", since the table links to the same
 * pages.
 */
const OTHERWISE_REACHED = ".leaflet-marker-icon, .leaflet-control-attribution a";

/** Width of a window of 1280 pixels zoomed to 200 %, CSS pixels. */
const ENLARGED_WIDTH = 640;

/** The narrowest window, CSS pixels. @spec WCAG 2.2 criterion 1.4.10 */
const NARROWEST_WIDTH = 320;

/** Width of a phone, for the measure of targets. */
export const PHONE_WIDTH = 390;

/**
 * Everything unreachable in the current window: on a phone targets that are too small or move, else
 * content lost by zooming.
 */
export async function outOfReach(page: Page): Promise<string[]> {
  const window = page.viewportSize();
  if (window === null) throw new TypeError("A page without a size");
  const lost = await lostAtThisWidth(page);
  if (window.width === PHONE_WIDTH) {
    lost.push(...await smallTargets(page), ...await motions(page));
    lost.push(...await lostWithSpacedText(page), ...await lostAtNarrowest(page));
    await page.setViewportSize(window);
    return lost;
  }
  lost.push(...await lostWithLargeText(page));
  await page.setViewportSize({ width: ENLARGED_WIDTH, height: 400 });
  lost.push(...await lostAtThisWidth(page));
  await page.setViewportSize(window);
  return lost;
}

/** Targets smaller than a fingertip; a link within a sentence is as high as its line. */
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

/** Content lost in the narrowest window, with text of its own size and of twice the size. */
async function lostAtNarrowest(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: NARROWEST_WIDTH, height: 640 });
  return [...await lostAtThisWidth(page), ...await lostWithLargeText(page)];
}

/** A page wider than its window. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const excess = scrollWidth - clientWidth;
    return excess > 0 ? [`${excess} pixels too wide for a window of ${clientWidth}`] : [];
  });
}

/**
 * Content lost or displaced at this width: a page wider than its window, text cut off by its box.
 */
export async function lostAtThisWidth(page: Page): Promise<string[]> {
  const cut = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((box) => box.checkVisibility({ visibilityProperty: true }))
      // A chart's canvas takes the size of its box a moment after the box.
      .filter((box) =>
        !box.closest(".visually-hidden, .tooltip, svg, .leaflet-container, .chart-plot")
      )
      .filter((box) => !box.matches("input, select, textarea") && box.clientWidth > 0)
      .filter((box) => !/auto|scroll/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth + 4);
    return boxes.map((box) => `cut: ${box.outerHTML.slice(0, 120)}`);
  });
  return [...await tooWide(page), ...cut];
}

/** The same with text alone at twice the size. */
export async function lostWithLargeText(page: Page): Promise<string[]> {
  await sizeText(page, "200%");
  const lost = await lostAtThisWidth(page);
  await sizeText(page, "");
  return lost;
}

/** Spacing that readers may give to every text. @spec WCAG 2.2 criterion 1.4.12 */
const SPACED_TEXT = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** Content lost at this width once lines, letters, words and paragraphs are spaced out. */
async function lostWithSpacedText(page: Page): Promise<string[]> {
  await page.evaluate((spacing) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    document.adoptedStyleSheets = [sheet];
  }, SPACED_TEXT);
  const lost = await lostAtThisWidth(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return lost;
}

async function sizeText(page: Page, size: string): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);
}

/** How often a display preference is requested before the check fails. */
const ASKED_MOST = 10;

/** A display preference, and the media query that tells whether it applies. */
export interface Wish {
  readonly media: Parameters<Page["emulateMedia"]>[0];
  readonly query: string;
}

/** Animations despite a preference for reduced motion. */
function motions(page: Page): Promise<string[]> {
  const wish = {
    media: { reducedMotion: "reduce" },
    query: "(prefers-reduced-motion: reduce)",
  } as const;
  return whileAsked(page, wish, () => movingWithoutMotion(page));
}

/**
 * Faults of a page under a display preference.
 *
 * A browser shared by several processes resets the preference when another one connects: the page
 * is checked while it applies, or it is requested again.
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

/** Elements that move in a page despite a preference for reduced motion. */
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
