import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { demoTest, type Window } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest } from "@/tests/tools/browser.ts";
import { Keyboard, KEYBOARD_TASKS } from "./keyboard_tasks.ts";

/** A few of the tasks of `deno task trial accessibility/keyboard`. */
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

demoTest(
  "keyboard user can skip the menu, help shows on focus, and the button of a removal keeps it",
  async ({ page, go }) => {
    await go("/collect/p01/boilerrooms/p01-c1/settings");
    await page.keyboard.press("Tab");
    strictEqual(await page.textContent(":focus"), "Aller au contenu");
    await page.keyboard.press("Enter");
    strictEqual(await page.evaluate(() => document.activeElement?.id), "content");
    const tip = page.locator("[role=tooltip]").first();
    // While its styles load, the page hides it half a second later.
    await tip.waitFor({ state: "hidden" });
    await page.locator(".tooltip button").first().focus();
    await tip.waitFor();
    await page.locator(".removal > summary").first().focus();
    await page.keyboard.press("Enter");
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    strictEqual(await page.locator(".removal[open]").count(), 1);
    strictEqual(await focusedText(), "Supprimer");
    await page.keyboard.press("Tab");
    strictEqual(await focusedText(), "Confirmer la suppression");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    strictEqual(await page.locator(".removal[open]").count(), 0);
  },
);

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
  "keyboard user whose form is refused starts on its first wrong field, also in a section of a long page, and at the sign-in",
  async ({ page, go }) => {
    await startsOnName(page, go);
    await go("/home/contracting/providers");
    await page.click("main form[method=post] button[type=submit]");
    await page.waitForSelector("[aria-invalid=true]");
    await page.waitForFunction(() => document.activeElement?.matches("[aria-invalid=true]"));
    strictEqual(await focused(page), "name");
    await page.context().clearCookies();
    await go("/login");
    await page.click("button[type=submit]");
    await page.waitForSelector("#email-error");
    strictEqual(await page.getAttribute("#email", "aria-invalid"), "true");
    await page.waitForSelector("#email:focus");
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

/** Runs in the page: the text of the focused link of a table when another cell is drawn over its start; "" otherwise. */
function coveredLink(): string {
  const link = document.activeElement;
  const box = link?.closest(".table-box")?.getBoundingClientRect();
  if (!link || !box) return "";
  const { left, top, height } = link.getBoundingClientRect();
  const shown = document.elementFromPoint(Math.max(left, box.left) + 3, top + height / 2);
  return link.contains(shown) ? "" : link.textContent ?? "";
}

// WCAG 2.4.11
demoTest(
  "keyboard user of a phone sees the focused link of a table, never under its first column",
  async ({ page, go }) => {
    const covered: string[] = [];
    let links = 0;
    for (const path of ["/home/documents/running", "/collect/p01/equipment"]) {
      await go(path);
      const inTable = page.locator(".data-table a");
      links += await inTable.count();
      await inTable.last().focus();
      for (const key of ["Shift+Tab", "Tab"]) {
        while (await page.evaluate(() => document.activeElement?.closest(".data-table") !== null)) {
          covered.push(await page.evaluate(coveredLink));
          await page.keyboard.press(key);
        }
        await inTable.first().focus();
      }
    }
    ok(links > 20, `${links} links`);
    deepStrictEqual(covered.filter((text) => text !== ""), []);
  },
  { width: 390 },
);
