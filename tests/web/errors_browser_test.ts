import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest } from "@/tests/tools/browser.ts";

/** An address that leads to each kind of error page. */
const ERRORS: readonly [path: string, status: number][] = [
  ["/nulle-part", 404],
  ["/collect/inconnue", 404],
  ["/platform", 403],
  ["/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/99999", 400],
];

browserTest(
  "an error page has its styles when its address is typed, within its content policy",
  () =>
    withApp(({ inWindow }) =>
      inWindow(async ({ page, errors, go }) => {
        for (const [path, status] of ERRORS) {
          strictEqual(await go(path), status, path);
          const height = await page.locator("main a.button-primary").evaluate((button) =>
            button.getBoundingClientRect().height
          );
          strictEqual(height > 30, true, `${path}: a button of ${height} pixels`);
        }
        deepStrictEqual(errors.filter((error) => /policy/i.test(error)), []);
      })
    ),
);
