import { ok, strictEqual } from "node:assert/strict";
import { demoTest, type Window } from "@/tests/routes/screens/a_browser_site.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest, type Page } from "@/tests/tools/browser.ts";
import { Keyboard, KEYBOARD_TASKS } from "./keyboard_tasks.ts";

/** A few of the tasks of `deno task trial qa3`. */
const TASKS = ["leaves, and signs in again", "creates a residence", "gives a person a role"];

browserTest(
  "QA3: main tasks are done with the keyboard alone, with a visible focus",
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

demoTest("keyboard user can skip the menu, and help shows on focus", async ({ page, go }) => {
  await go(`${ROOM}/settings`);
  await page.keyboard.press("Tab");
  strictEqual(await page.textContent(":focus"), "Aller au contenu");
  await page.keyboard.press("Enter");
  strictEqual(await page.evaluate(() => document.activeElement?.id), "content");
  const tip = page.locator("[role=tooltip]").first();
  // While its styles load, the page hides it half a second later.
  await tip.waitFor({ state: "hidden" });
  await page.locator(".tooltip button").first().focus();
  await tip.waitFor();
  ok((await tip.boundingBox())?.width === 350);
});

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.className);

/** Sends the empty form of a dwelling: its first wrong field is its name. */
async function startsOnName(page: Page, go: Window["go"]): Promise<void> {
  await go("/collect/p01/houses/new");
  await page.click("main form[method=post] button[type=submit]");
  await page.waitForSelector("[aria-invalid=true]");
  strictEqual(await focused(page), "name");
}

demoTest(
  "keyboard user whose form is refused starts on its first wrong field, also in a section of a long page",
  async ({ page, go }) => {
    await startsOnName(page, go);
    await go("/home/contracting/providers");
    await page.click("main form[method=post] button[type=submit]");
    await page.waitForSelector("[aria-invalid=true]");
    await page.waitForFunction(() => document.activeElement?.matches("[aria-invalid=true]"));
    strictEqual(await focused(page), "name");
  },
);

demoTest(
  "keyboard user whose form is refused starts on its error, also without JavaScript",
  async ({ page, go }) => {
    await startsOnName(page, go);
    // Refused for a reason that belongs to no field.
    await go("/home/admin/users/sophie.garnier@demo.example");
    await page.locator("main form[method=post]").first().evaluate((form: HTMLFormElement) => {
      form.replaceChildren();
      form.submit();
    });
    await page.waitForSelector("main .notice[role=alert]");
    strictEqual(await focused(page), "notice notice-very-bad");
  },
  { javaScriptEnabled: false },
);

demoTest("user whose sign-in is refused starts on the first wrong field", async ({ page, go }) => {
  await page.context().clearCookies();
  await go("/login");
  await page.click("button[type=submit]");
  await page.waitForSelector("#email-error");
  strictEqual(await page.getAttribute("#email", "aria-invalid"), "true");
  strictEqual(await page.evaluate(() => document.activeElement?.id), "email");
});
