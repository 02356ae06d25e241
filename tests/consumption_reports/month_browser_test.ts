import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";

demoTest(
  "at 1280 pixels the month of a residence with lighting shows every column, including boxes",
  async ({ page, go }) => {
    await go(links.consumptionReports("p04", "2026-01"));
    const box = page.locator(".table-box");
    strictEqual(await box.locator("thead th").count(), 10);
    const excess = await box.evaluate((node) => node.scrollWidth - node.clientWidth);
    ok(excess <= 0, `${excess} pixels are cut`);
  },
  { width: 1280 },
);

demoTest(
  "the printed month has neither boxes nor the form that orders reports",
  async ({ page, go }) => {
    await go(links.consumptionReports("p04", "2026-01"));
    const shown = async () => [
      await page.locator(".tick:visible").count() > 0,
      await page.locator("#reports").isVisible(),
      await page.getByText("Choisir", { exact: true }).isVisible(),
    ];
    deepStrictEqual(await shown(), [true, true, true]);
    await page.emulateMedia({ media: "print" });
    deepStrictEqual(await shown(), [false, false, false]);
  },
  { width: 1280 },
);

demoTest(
  "at 320 pixels the bars of a report are visible, also with text of twice its size",
  async ({ page, go }) => {
    await go(links.consumptionReports("p04", "2026-01"));
    const href = await page.locator(".table-box tbody a").first().getAttribute("href");
    await go(href ?? "");
    const narrowest = () =>
      page.locator(".compared-bars svg").evaluateAll((all) =>
        Math.min(...all.map((one) => one.getBoundingClientRect().width))
      );
    ok(await narrowest() >= 40, `${await narrowest()} pixels`);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    ok(await narrowest() >= 40, `${await narrowest()} pixels of large text`);
  },
  { width: 320 },
);
