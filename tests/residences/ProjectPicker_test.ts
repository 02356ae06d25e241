import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { signIn, withDocumentsSite } from "@/tests/flows/documents_site.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { REQUEST, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { answerQuestions, browserTest } from "@/tests/tools/browser.ts";

// @spec forms.unsaved
browserTest(
  "ProjectPicker: a form in which every residence is chosen asks nothing before it is left unchanged",
  () =>
    withDocumentsSite(async (site) => {
      await writeRegisters(site.store);
      await site.inWindow(async (window) => {
        const { page, go, errors } = window;
        await signIn(window);
        const asked = answerQuestions(page);
        await go(`/home/contracting/requests/${REQUEST}`);
        await page.locator("#projects-all:checked").waitFor({ state: "attached" });
        await page.click("main summary >> text=Supprimer la demande");
        await page.click("main details[open] button[type=submit]");
        await page.waitForURL("**/home/contracting/requests*");
        deepStrictEqual(asked, []);
        deepStrictEqual(errors, []);
      });
    }),
);

const REPORT = "/home/alarms/reports/new";

// @spec forms.dialogs
demoTest(
  "Modal is opened and closed by its id, prevents the page from scrolling, and returns the focus",
  async ({ page, go }) => {
    await go(REPORT);
    await page.locator(".email-entry input").waitFor();
    const dialog = page.locator("dialog.modal");
    const opener = page.locator("[data-opens]");
    await opener.click();
    strictEqual(await dialog.evaluate((one) => one.matches(":modal")), true);
    await page.waitForSelector("html.scroll-blocked");
    await dialog.locator("[data-closes]").click();
    await page.waitForSelector("html:not(.scroll-blocked)");
    await dialog.waitFor({ state: "hidden" });
    strictEqual(await opener.evaluate((one) => one === document.activeElement), true);
  },
);

// @spec forms.dialogs
demoTest(
  "'modal must have an id' is logged when a window without one is requested",
  async ({ page, errors, go }) => {
    await go(REPORT);
    await page.locator(".email-entry input").waitFor();
    await page.locator("[data-opens]").evaluate((link) => link.setAttribute("data-opens", ""));
    await page.locator("[data-opens]").click();
    strictEqual(await page.locator("dialog:modal").count(), 0);
    deepStrictEqual(errors, ["modal must have an id"]);
  },
);

demoTest("without JavaScript a modal is shown and hidden by its links", async ({ page, go }) => {
  await go(REPORT);
  const dialog = page.locator("dialog.modal");
  await dialog.waitFor({ state: "hidden" });
  await page.locator("[data-opens]").click();
  await dialog.waitFor();
  const overflow = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  strictEqual(overflow, "hidden");
  await dialog.locator("[data-closes]").click();
  await dialog.waitFor({ state: "hidden" });
}, { javaScriptEnabled: false, width: 390 });
