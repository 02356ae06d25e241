import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links } from "@/lib/ui/links.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";

const KARIM = "karim.benali@demo.example";
const PATH = links.userRoles("p02", KARIM);

/** Whether a role's box is ticked, and whether it is disabled. */
async function box(page: Page, role: string): Promise<[boolean, boolean]> {
  const input = page.locator(`[id="role-${role}"]`);
  return [await input.isChecked(), await input.isDisabled()];
}

Deno.test("RolePicker shows at once the implied roles of a ticked one, and removes them again", () =>
  withApp(({ inWindow }) =>
    inWindow(async ({ page, go, errors }) => {
      await go(PATH);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, false]);
      deepStrictEqual(await box(page, "collect:building:read"), [false, false]);
      const reader = page.locator('[id="role-collect:read"]');
      // With the keyboard, as with the mouse.
      await reader.focus();
      await page.keyboard.press("Space");
      deepStrictEqual(await box(page, "collect:building:read"), [true, true]);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, true]);
      const note = page.locator('[id="role-collect:building:read-note"]');
      strictEqual(
        await note.textContent(),
        "Inclus dans «\u00A0Eco-Platform - Lecture seule\u00A0»",
      );
      await reader.uncheck();
      deepStrictEqual(await box(page, "collect:building:read"), [false, false]);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, false]);
      await reader.check();
      await page.click("#roles button[type=submit]");
      await page.waitForURL("**saved=roles**");
      deepStrictEqual(await box(page, "collect:read"), [true, false]);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, true]);
      // The address leads to the form, whose page is higher than the window.
      const top = (await page.locator(".notice-good").boundingBox())?.y ?? -1;
      ok(top >= 0, `the confirmation is ${-top} pixels above the window`);
      deepStrictEqual(errors, []);
    }, { as: DEMO_ACCOUNTS.landlord })
  ));
