import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { grammarFaults } from "@/tests/access/grammar.ts";
import { markupFaults } from "@/tests/access/markup.ts";
import { unreadable } from "@/tests/access/without_javascript.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations } from "@/tests/tools/browser.ts";
import { DESIGN_STATES } from "@/tools/design/states.ts";
import { designSite, designTest } from "./a_design_page.ts";

const PAGE = "http://127.0.0.1:8000/design";

Deno.test("/design is not found in production", () =>
  withSite(async ({ visitor }) => {
    strictEqual((await visitor().get("/design")).status, 404);
    strictEqual((await visitor().post("/design", {})).status, 404);
  }));

for (const state of DESIGN_STATES) {
  Deno.test(`/design, ${state}, has valid raw HTML`, async () => {
    const site = await designSite();
    const response = await site(new Request(`${PAGE}?state=${state}`));
    strictEqual(response.status, 200);
    const html = await response.text();
    deepStrictEqual([...markupFaults(html), ...grammarFaults(html)], []);
  });
}

for (const width of [1280, 390]) {
  designTest(
    `/design breaks no rule of WCAG 2.2 AA in any state, ${width} pixels wide`,
    async ({ page, errors, go }) => {
      for (const state of DESIGN_STATES) {
        strictEqual(await go(`?state=${state}`), 200);
        if (state === "open") await page.waitForSelector("dialog:modal");
        deepStrictEqual(await axeViolations(page), [], state);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        ok(excess <= 0, `${state}: ${excess} pixels too wide`);
      }
      deepStrictEqual(errors, []);
    },
    { width },
  );
}

designTest(
  "/design without JavaScript shows no control without effect, in any state",
  async (window) => {
    for (const state of DESIGN_STATES) {
      const status = await window.go(`?state=${state}`);
      deepStrictEqual(await unreadable({ name: "/design", state, window, status }), []);
    }
  },
  { width: 390, javaScriptEnabled: false },
);

/**
 * Goes through the page with the Tab key; returns the controls never focused, or focused without a
 * visible focus.
 */
async function unreached(page: Page): Promise<string[]> {
  await page.evaluate((selector) => {
    for (const control of document.querySelectorAll<HTMLElement>(selector)) {
      const isSeen = control.checkVisibility({ visibilityProperty: true });
      if (isSeen && !control.matches(":disabled")) control.dataset.met = "never";
    }
  }, "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']");
  // A refused form starts on its error: the controls above it are reached on the second turn of the
  // page.
  let turns = 0;
  for (let presses = 0; presses < 600 && turns < 2; presses++) {
    await page.keyboard.press("Tab");
    const isOver = await page.evaluate(() => {
      const control = document.activeElement;
      if (!(control instanceof HTMLElement) || control === document.body) return true;
      const { outlineStyle, boxShadow } = getComputedStyle(control);
      const isShown = outlineStyle !== "none" || boxShadow !== "none";
      // A date has several parts that take the focus: one with a visible focus is enough.
      if (control.dataset.met !== "seen") control.dataset.met = isShown ? "seen" : "unseen";
      return false;
    });
    if (isOver) turns += 1;
  }
  return await page.locator("[data-met]:not([data-met=seen])").evaluateAll((controls) =>
    controls.map((control) => control.outerHTML.slice(0, 80))
  );
}

designTest(
  "/design: every control is reached with the Tab key, with a visible focus",
  async ({ page, go }) => {
    for (const state of ["full", "error"]) {
      await go(`?state=${state}`);
      deepStrictEqual(await unreached(page), [], state);
    }
  },
);
