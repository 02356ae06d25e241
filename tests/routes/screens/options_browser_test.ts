import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { inBrowser } from "./a_browser_site.ts";

Deno.test({
  name: "the switch of document management saves by itself, by the keyboard too; the page says so",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, errors, go }) => {
      await go("/home/admin/options");
      const control = page.getByRole("switch", { name: "Activer la gestion des documents" });
      const before = await control.isChecked();
      await control.focus();
      await page.keyboard.press("Space");
      await page.waitForURL("**/home/admin/options?saved=documents#documents");
      await page.getByText("Modifications enregistrées").waitFor();
      strictEqual(await control.isChecked(), !before);
      deepStrictEqual(errors, []);
    }),
});
