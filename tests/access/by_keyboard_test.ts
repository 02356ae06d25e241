import { ok, strictEqual } from "node:assert/strict";
import { inBrowser } from "@/tests/routes/screens/a_browser_site.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest } from "@/tests/tools/browser.ts";
import { Keyboard, KEYBOARD_TASKS } from "./keyboard_tasks.ts";

/** A few of the tasks that `deno task trial qa3` does. */
const TASKS = ["leaves, and signs in again", "creates a residence", "gives a person a role"];

browserTest(
  "QA3: main tasks are done with the keyboard alone, its focus in sight all along",
  () =>
    withApp(({ inWindow }) =>
      inWindow(async ({ page, go }) => {
        const tasks = KEYBOARD_TASKS.filter(({ name }) => TASKS.includes(name));
        strictEqual(tasks.length, TASKS.length);
        for (const task of tasks) {
          await go(task.path);
          await task.act(new Keyboard(page));
        }
      })
    ),
);

const ROOM = "/collect/p01/boilerrooms/p01-c1";

browserTest(
  "a reader at the keyboard goes past the menu, and help shows on focus",
  () =>
    inBrowser(async ({ page, go }) => {
      await go(`${ROOM}/settings`);
      await page.keyboard.press("Tab");
      strictEqual(await page.textContent(":focus"), "Aller au contenu");
      await page.keyboard.press("Enter");
      strictEqual(await page.evaluate(() => document.activeElement?.id), "content");
      const tip = page.locator("[role=tooltip]").first();
      // A page that is slow to be styled hides it half a second later.
      await tip.waitFor({ state: "hidden" });
      await page.locator(".tooltip button").first().focus();
      await tip.waitFor();
      ok((await tip.boundingBox())?.width === 350);
    }),
);

browserTest(
  "a reader whose form is refused is on the first field that is wrong",
  () =>
    inBrowser(async ({ page, go }) => {
      await page.context().clearCookies();
      await go("/login");
      await page.click("button[type=submit]");
      await page.waitForSelector("#email-error");
      strictEqual(await page.getAttribute("#email", "aria-invalid"), "true");
      strictEqual(await page.evaluate(() => document.activeElement?.id), "email");
    }),
);
