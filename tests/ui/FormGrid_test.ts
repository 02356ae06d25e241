import { strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";

const PATH = "/collect/p01/boilerrooms/p01-c1/settings";

/** The row of a day, or the one to add. */
function row(page: Page, key: string) {
  return {
    field: (name: string) => page.locator(`#settings-${key}-${name}`),
    message: (name: string) => page.locator(`#settings-${key}-${name}-error`),
    button: (value: string) =>
      page.locator(`form:has(#settings-${key}-title) button[value=${value}]`),
  };
}

demoTest(
  "FormGrid: Ajouter is enabled for a changed and valid row, and adds it",
  async ({ page, go }) => {
    await go(PATH);
    const { field, button, message } = row(page, "new");
    await button("add").and(page.locator(":disabled")).waitFor();
    await field("fromDate").fill("2025-07-01");
    await field("area").fill("2000");
    await field("peopleNb").fill("70");
    await field("djuSource").selectOption("p01-meteo");
    await field("q").fill("100");
    strictEqual(await button("add").isDisabled(), true);
    await field("target").fill("38");
    strictEqual(await button("add").isDisabled(), false);
    await field("area").fill("");
    strictEqual(await message("area").innerText(), "Ce champ est obligatoire");
    strictEqual(await button("add").isDisabled(), true);
    await field("area").fill("2000");
    await button("add").click();
    await page.waitForURL(/settings\?saved=settings#settings$/);
    strictEqual(
      await page.locator("#settings-2025-07-01-title").innerText(),
      "À partir du 1er juillet 2025",
    );
  },
);

demoTest(
  "FormGrid: when a field loses the focus, its number is clamped and rounded, or restored when it is invalid",
  async ({ page, go }) => {
    await go(PATH);
    const { field } = row(page, "2022-07-01");
    const left = async (name: string, text: string) => {
      await field(name).fill(text);
      await field(name).blur();
      return await field(name).inputValue();
    };
    const area = await field("area").inputValue();
    strictEqual(await left("area", "abc"), area);
    strictEqual(await left("area", "-12"), "1");
    strictEqual(await left("area", "abc"), "1");
    strictEqual(await left("target", "37.46"), "37,5");
    strictEqual(await left("threshold", "250"), "100");
    strictEqual(await left("djuContract", ""), "");
  },
);

demoTest("FormGrid: a wrong row is not sent, with all its fields marked", async ({ page, go }) => {
  await go(PATH);
  const { field, button, message } = row(page, "2022-07-01");
  await button("save").and(page.locator(":disabled")).waitFor();
  await field("djuSource").selectOption("");
  strictEqual(await button("save").isDisabled(), false);
  await button("save").click();
  strictEqual(await message("djuSource").innerText(), "Ce champ est obligatoire");
  strictEqual(new URL(page.url()).search, "");
});
