import { deepStrictEqual, ok } from "node:assert/strict";
import { axeViolations } from "../tools/browser.ts";
import { type ScreenState, walkScreens } from "../tools/screens.ts";

/** A small part of what `deno task trial qa1` looks at: every screen full, and in one more state, at both widths. */
const LOOKED_AT: readonly [number, readonly ScreenState[]][] = [
  [1280, ["full", "error"]],
  [390, ["full", "open"]],
];

for (const [width, states] of LOOKED_AT) {
  Deno.test({
    name: `QA1: no screen breaks WCAG 2.2 AA, ${width} pixels wide, ${states.join(" and ")}`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      walkScreens(async ({ name, state, window: { page } }) => {
        deepStrictEqual(await axeViolations(page), [], `${name}, ${state}`);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        ok(excess <= 0, `${name}, ${state}: ${excess} pixels too wide`);
      }, { states, width }),
  });
}
