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

demoTest(
  "without its script, the switch of document management has the button that saves it",
  async ({ page, go }) => {
    await page.route("**/_fresh/js/**", (route) => route.abort());
    await go("/home/admin/options");
    const control = page.getByRole("switch", { name: "Activer la gestion des documents" });
    const before = await control.isChecked();
    await page.getByText("Activer la gestion des documents").click();
    await page.locator("form", { has: control }).getByRole("button", { name: "Enregistrer" })
      .click();
    await page.waitForURL("**/home/admin/options?saved=documents#documents");
    strictEqual(await control.isChecked(), !before);
  },
);

demoTest(
  "with its script, the switch of document management has no button",
  async ({ page, errors, go }) => {
    await go("/home/admin/options");
    const control = page.getByRole("switch", { name: "Activer la gestion des documents" });
    await page.locator(".toggle-live").waitFor();
    const buttons = page.locator("form", { has: control }).locator("button:visible");
    strictEqual(await buttons.count(), 0);
    deepStrictEqual(errors, []);
  },
);
