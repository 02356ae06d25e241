import { ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/links/links.ts";
import { inBrowser } from "@/tests/routes/screens/a_browser_site.ts";

Deno.test({
  name: "at 1280 pixels the month of a residence with lights shows every column, boxes included",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      await go(links.consumptionReports("p04", "2026-01"));
      const box = page.locator(".table-box");
      strictEqual(await box.locator("thead th").count(), 10);
      const excess = await box.evaluate((node) => node.scrollWidth - node.clientWidth);
      ok(excess <= 0, `${excess} pixels are cut`);
    }, { width: 1280 }),
});
