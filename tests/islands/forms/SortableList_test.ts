import { deepStrictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/routes/screens/a_browser_site.ts";
import type { Page } from "@/tests/tools/browser.ts";

const PATH = "/home/admin/tags/branch";

/** The values of the category, in the order of the page. */
function labels(page: Page): Promise<string[]> {
  return page.locator(".ordered-list input[name=name]").evaluateAll((fields) =>
    fields.map((field) => field instanceof HTMLInputElement ? field.value : "")
  );
}

demoTest(
  "SortableList keeps the order to which lines are dragged; its buttons do the same",
  async ({ page, errors, go }) => {
    await go(PATH);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    deepStrictEqual(await labels(page), ["Nord", "Est", "Centre", "Sud"]);
    const lines = page.locator(".ordered-list li");
    // A line is dragged outside its fields, and dropped on the lower half of another.
    const place = await lines.nth(2).boundingBox();
    if (place === null) throw new Error("No line");
    await Promise.all([
      page.waitForEvent("framenavigated"),
      lines.nth(0).dragTo(lines.nth(2), {
        sourcePosition: { x: 4, y: 4 },
        targetPosition: { x: 4, y: place.height - 4 },
      }),
    ]);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    deepStrictEqual(await labels(page), ["Est", "Centre", "Nord", "Sud"]);
    await Promise.all([
      page.waitForEvent("framenavigated"),
      lines.nth(2).getByRole("button", { name: /Nord/ }).first().press("Enter"),
    ]);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    deepStrictEqual(await labels(page), ["Est", "Nord", "Centre", "Sud"]);
    deepStrictEqual(errors, []);
  },
);
