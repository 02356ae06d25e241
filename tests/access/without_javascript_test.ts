import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { Page } from "../tools/browser.ts";
import { walkScreens } from "../tools/screens.ts";

/** Controls that can be seen and would do nothing: buttons that send no form, but for those that only show a help text. */
function deadControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, [role=button], a:not([href])")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.closest(".tooltip"))
      .filter((control) => !(control instanceof HTMLButtonElement && control.type === "submit"))
      .map((control) => control.outerHTML.slice(0, 80))
  );
}

Deno.test({
  name:
    "QA4: without JavaScript every page reads whole, and shows no control that would do nothing",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    walkScreens(async ({ name, window: { page }, status }) => {
      strictEqual(status, 200, name);
      match((await page.textContent("h1")) ?? "", /\S/, name);
      deepStrictEqual(await deadControls(page), [], name);
      const disabled = await page.locator("main form[method=post] button[type=submit][disabled]")
        .count();
      strictEqual(disabled, 0, `${name}: a form nobody can send`);
      ok(!(await page.textContent("body"))?.includes("JavaScript"), name);
    }, { states: ["full"], javaScriptEnabled: false }),
});
