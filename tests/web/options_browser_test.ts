import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest, goBack } from "@/tests/tools/browser.ts";

demoTest(
  "the switch of document management, which has no button, saves when changed, also by the keyboard; the page says so",
  async ({ page, errors, go }) => {
    await go("/home/admin/options");
    const control = page.getByRole("switch", { name: "Activer la gestion des documents" });
    const before = await control.isChecked();
    await page.locator(".toggle-live").waitFor();
    const buttons = page.locator("form", { has: control }).locator("button:visible");
    strictEqual(await buttons.count(), 0);
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
  "on the way back to a flipped switch nothing is sent: its button saves it",
  async ({ page, errors, go }) => {
    await go("/home/admin/options");
    const control = page.getByRole("switch", { name: "Activer la gestion des documents" });
    const before = await control.isChecked();
    await page.locator(".toggle-live").waitFor();
    await page.getByText("Activer la gestion des documents").click();
    await page.waitForURL("**/home/admin/options?saved=documents#documents");
    // Somebody else flips it back meanwhile.
    const other = await page.context().newPage();
    await other.goto(page.url().split("?")[0] ?? "");
    await other.locator(".toggle-live").waitFor();
    await other.getByText("Activer la gestion des documents").click();
    await other.waitForURL("**/home/admin/options?saved=documents#documents");
    await goBack(page);
    const form = page.locator("form", { has: control });
    await form.getByRole("button", { name: "Enregistrer" }).waitFor();
    strictEqual(await control.isChecked(), !before, "as it was left");
    await other.reload();
    strictEqual(await other.locator("#documentManagement").isChecked(), before, "nothing is sent");
    await form.getByRole("button", { name: "Enregistrer" }).click();
    await page.waitForURL("**/home/admin/options?saved=documents#documents");
    strictEqual(await control.isChecked(), !before);
    deepStrictEqual(errors, []);
  },
);

/** An address that leads to each kind of error page. */
const ERRORS: readonly [path: string, status: number][] = [
  ["/nulle-part", 404],
  ["/collect/inconnue", 404],
  ["/platform", 403],
  ["/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/99999", 400],
];

browserTest(
  "an error page has its styles when its address is typed, within its content policy",
  () =>
    withApp(({ inWindow }) =>
      inWindow(async ({ page, errors, go }) => {
        for (const [path, status] of ERRORS) {
          strictEqual(await go(path), status, path);
          const height = await page.locator("main a.button-primary").evaluate((button) =>
            button.getBoundingClientRect().height
          );
          strictEqual(height > 30, true, `${path}: a button of ${height} pixels`);
        }
        deepStrictEqual(errors.filter((error) => /policy/i.test(error)), []);
      })
    ),
);
