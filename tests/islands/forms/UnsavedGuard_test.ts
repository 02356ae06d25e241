import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { answerQuestions } from "../../tools/browser.ts";
import { inBrowser } from "../../routes/screens/a_browser_site.ts";

const PATH = "/collect/p01/boilerrooms/p01-c1/settings";

const QUESTION =
  "Certaines modifications n'ont pas été sauvegardées. Voulez-vous vraiment quitter la page\u00A0?";

Deno.test({
  name: "UnsavedGuard asks on a link, stays when refused, and leaves when accepted",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      let isAccepted = false;
      const asked = answerQuestions(page, () => isAccepted);
      await go(PATH);
      await page.locator("#settings button[value=add]:disabled").waitFor();
      await page.fill("#location", "Ailleurs");
      await page.click("nav >> text=Résidences");
      strictEqual(new URL(page.url()).pathname, PATH);
      isAccepted = true;
      await page.click("nav >> text=Résidences");
      await page.waitForURL("**/home");
      deepStrictEqual(asked, [QUESTION, QUESTION]);
    }),
});

Deno.test({
  name: "UnsavedGuard says nothing when nothing changed, nor when the form itself is sent",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      const asked = answerQuestions(page);
      await go(PATH);
      await page.locator("#settings button[value=add]:disabled").waitFor();
      await page.fill("#location", "Ailleurs");
      await page.click("#identity button[type=submit]");
      await page.waitForURL(/settings\?saved=identity#identity$/);
      await page.locator("#settings button[value=add]:disabled").waitFor();
      await page.click("nav >> text=Résidences");
      await page.waitForURL("**/home");
      deepStrictEqual(asked, []);
    }),
});

Deno.test({
  name:
    "UnsavedGuard asks before another form of the page takes away what was typed, and on leaving the site",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      const asked = answerQuestions(page, () => false);
      await go(PATH);
      await page.locator("#settings button[value=add]:disabled").waitFor();
      await page.fill("#location", "Ailleurs");
      await page.click("#sources button[type=submit]");
      strictEqual(await page.inputValue("#location"), "Ailleurs");
      await page.reload();
      deepStrictEqual(asked, [QUESTION, "beforeunload"]);
    }),
});
