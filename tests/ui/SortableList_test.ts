import { deepStrictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";

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

demoTest(
  "SortableList puts a line back and saves nothing when its drag is cancelled or ends elsewhere",
  async ({ page, errors, go }) => {
    await go(PATH);
    await page.locator(".ordered-list li[draggable=true]").first().waitFor();
    let sentCount = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") sentCount++;
    });
    const order = ["Nord", "Est", "Centre", "Sud"];
    const end = {
      "Escape": async () => {
        await page.keyboard.press("Escape");
        await page.mouse.up();
      },
      "outside": async () => {
        await page.mouse.move(2, 2);
        await page.mouse.up();
      },
    };
    for (const how of ["Escape", "outside"] as const) {
      const lines = page.locator(".ordered-list li");
      const [first, third] = [await lines.nth(0).boundingBox(), await lines.nth(2).boundingBox()];
      if (first === null || third === null) throw new Error("No line");
      await page.mouse.move(first.x + 4, first.y + 4);
      await page.mouse.down();
      await page.mouse.move(third.x + 4, third.y + 4);
      await page.mouse.move(third.x + 4, third.y + third.height - 4);
      deepStrictEqual(await labels(page), ["Est", "Centre", "Nord", "Sud"], how);
      await end[how]();
      deepStrictEqual(await labels(page), order, how);
      deepStrictEqual(await page.locator(".dragged").count(), 0, how);
    }
    await go(PATH);
    deepStrictEqual([await labels(page), sentCount], [order, 0]);
    deepStrictEqual(errors, []);
  },
);
