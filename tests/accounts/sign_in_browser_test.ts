import { strictEqual } from "node:assert/strict";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest } from "@/tests/tools/browser.ts";

// @spec forms.errors
browserTest(
  "the error of an empty field disappears once something is typed, without a script",
  () =>
    withApp(({ inWindow }) =>
      inWindow(async ({ page, go }) => {
        const isShown = (field: string) => page.locator(`#${field}-error`).isVisible();
        await go(LOGIN_PATH);
        await page.click("button[type=submit]");
        await page.locator("#email-error").waitFor();
        await page.fill("#email", "ada");
        strictEqual(await isShown("email"), false);
        strictEqual(await isShown("password"), true);
        await page.fill("#email", "");
        strictEqual(await isShown("email"), true);
        await page.fill("#email", "ada");
        await page.click("button[type=submit]");
        await page.getByText("Format email incorrect").waitFor();
        // Other errors stay: only the server knows whether the new text corrects them.
        strictEqual(await page.innerText("#email-error"), "Format email incorrect");
        await page.fill("#email", "ada@");
        strictEqual(await isShown("email"), true);
      }, { as: null, javaScriptEnabled: false })
    ),
);
