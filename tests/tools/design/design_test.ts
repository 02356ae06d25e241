import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { withSite } from "../../routes/screens/a_site.ts";
import { DESIGN_STATES } from "../../../tools/design/states.ts";
import { markupFaults } from "../../access/markup.ts";
import { axeViolations } from "../browser.ts";
import { designSite, onDesignPage } from "./a_design_page.ts";

const PAGE = "http://127.0.0.1:8000/design";

Deno.test("/design is not there in production", () =>
  withSite(async ({ visitor }) => {
    strictEqual((await visitor().get("/design")).status, 404);
    strictEqual((await visitor().post("/design", {})).status, 404);
  }));

for (const state of DESIGN_STATES) {
  Deno.test(`/design, ${state}, is right as it is written`, async () => {
    const site = await designSite();
    const response = await site(new Request(`${PAGE}?state=${state}`));
    strictEqual(response.status, 200);
    deepStrictEqual(markupFaults(await response.text()), []);
  });
}

for (const width of [1280, 390]) {
  Deno.test({
    name: `/design breaks no rule of WCAG 2.2 AA in any state, ${width} pixels wide`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      onDesignPage(async ({ page, errors, go }) => {
        for (const state of DESIGN_STATES) {
          strictEqual(await go(`?state=${state}`), 200);
          if (state === "open") await page.waitForSelector("dialog:modal");
          deepStrictEqual(await axeViolations(page), [], state);
          const excess = await page.evaluate(() =>
            document.documentElement.scrollWidth - innerWidth
          );
          ok(excess <= 0, `${state}: ${excess} pixels too wide`);
        }
        deepStrictEqual(errors, []);
      }, { width }),
  });
}
