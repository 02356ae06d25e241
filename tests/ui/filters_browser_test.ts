import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { goBack } from "@/tests/tools/browser.ts";

/** Values of the fields above a table. */
const shownFilters = (page: Page) =>
  page.locator("form.table-tools").locator("input:not([type=hidden]), select")
    .evaluateAll((all: (HTMLInputElement | HTMLSelectElement)[]) => all.map(({ value }) => value));

for (const javaScriptEnabled of [true, false]) {
  demoTest(
    `after Back, the filters are those of the rows, ${
      javaScriptEnabled ? "with" : "without"
    } scripts`,
    async ({ page, go }) => {
      const filter = async () => {
        await page.locator("form.table-tools button[type=submit]").click();
        await page.waitForURL(/\?./);
        await goBack(page);
      };
      await go(links.residences());
      const none = await shownFilters(page);
      await page.fill("#filter-search", "tilleuls");
      await page.locator("form.table-tools select").first().selectOption({ index: 1 });
      await filter();
      deepStrictEqual(await shownFilters(page), none);

      await go(links.audit());
      await page.fill("#from", "2026-01-01");
      await page.locator("#area").selectOption({ index: 1 });
      await filter();
      deepStrictEqual(new Set(await shownFilters(page)), new Set([""]));

      await go(`${links.search()}?q=tilleuls`);
      await page.fill("#search-words", "chaufferie");
      await page.press("#search-words", "Enter");
      await page.waitForURL(/q=chaufferie/);
      await goBack(page);
      strictEqual(await page.inputValue("#search-words"), "tilleuls");
    },
    { javaScriptEnabled },
  );
}
