import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { demoTest } from "./a_browser_site.ts";

demoTest(
  "the switch of document management saves when changed, also by the keyboard; the page says so",
  async ({ page, errors, go }) => {
    await go("/home/admin/options");
    const control = page.getByRole("switch", { name: "Activer la gestion des documents" });
    const before = await control.isChecked();
    await control.focus();
    await page.keyboard.press("Space");
    await page.waitForURL("**/home/admin/options?saved=documents#documents");
    await page.getByText("Modifications enregistrées").waitFor();
    strictEqual(await control.isChecked(), !before);
    deepStrictEqual(errors, []);
  },
);
