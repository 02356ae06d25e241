import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";

const PATH = "/collect/p01/boilerrooms/p01-c1/settings";

/** The first help of the page, and the button that shows it. */
function help(page: Page) {
  return {
    tip: page.locator("[role=tooltip]").first(),
    button: page.locator(".tooltip button").first(),
  };
}

demoTest(
  "the help of a field is hidden on Escape, and lets it show again later",
  async ({ page, go, errors }) => {
    await go(PATH);
    await page.locator("#settings button[value=add]:disabled").waitFor();
    const { tip, button } = help(page);
    await button.focus();
    strictEqual(await tip.isVisible(), true);
    await page.keyboard.press("Escape");
    strictEqual(await tip.isVisible(), false);
    strictEqual(await button.evaluate((one) => one === document.activeElement), true);
    await page.keyboard.press("Tab");
    await button.focus();
    strictEqual(await tip.isVisible(), true);
    await button.blur();
    await button.hover();
    await page.keyboard.press("Escape");
    strictEqual(await tip.isVisible(), false);
    await page.mouse.move(0, 0);
    await button.hover();
    strictEqual(await tip.isVisible(), true);
    deepStrictEqual(errors, []);
  },
);

// @spec forms.tooltips
demoTest(
  "tooltip is 350 pixels wide, and hides half a second after the pointer leaves, without JavaScript",
  async ({ page, go }) => {
    // The pointer is where the sign-in button was, possibly over the help of the page.
    await page.mouse.move(0, 0);
    await go(PATH);
    const { tip, button } = help(page);
    await tip.waitFor({ state: "hidden" });
    await button.hover();
    strictEqual(await tip.isVisible(), true);
    strictEqual((await tip.boundingBox())?.width, 350);
    // The pointer may be over the text itself, to read or copy it.
    await tip.hover();
    strictEqual(await tip.isVisible(), true);
    await page.mouse.move(0, 0);
    const [transition] = await tip.evaluate((one) =>
      one.getAnimations().map(({ effect }) => effect?.getComputedTiming())
    );
    strictEqual(Number(transition?.delay) + Number(transition?.activeDuration), 500);
    strictEqual(await tip.isVisible(), true);
    await tip.waitFor({ state: "hidden" });
  },
  { javaScriptEnabled: false },
);
