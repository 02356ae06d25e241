import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { axeViolations } from "../../tools/browser.ts";
import { inBrowser } from "./a_browser_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

Deno.test({
  name: "the sign-in page with a refused form is accessible",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      await page.context().clearCookies();
      await go("/login");
      await page.click("button[type=submit]");
      await page.waitForSelector("#email-error");
      deepStrictEqual(await axeViolations(page), []);
      strictEqual(await page.getAttribute("#email", "aria-invalid"), "true");
      strictEqual(await page.evaluate(() => document.activeElement?.id), "email");
    }),
});

Deno.test({
  name:
    "without JavaScript: the menu of a telephone opens, tables sort and filter, settings are saved",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      strictEqual(await page.isVisible("text=Déconnexion"), false);
      await page.click("summary >> text=Menu");
      strictEqual(await page.isVisible("text=Déconnexion"), true);
      await page.click("th >> text=Ville");
      await page.waitForURL("**/home?sort=city:asc");
      await page.selectOption("[name='filter:city']", "Nancy");
      await page.click("text=Filtrer");
      await page.waitForURL((url) => url.searchParams.get("filter:city") === "Nancy");
      strictEqual(new URL(page.url()).searchParams.get("sort"), "city:asc");
      strictEqual(await page.textContent("tbody th"), "Les Tilleuls");
      strictEqual(await page.isVisible("text=Afficher la carte"), false);
      await go(`${ROOM}/settings`);
      await page.fill("#location", "Sous-sol, porte B");
      await page.click("#identity button[type=submit]");
      await page.waitForURL(/settings\?saved=identity#identity$/);
      strictEqual(await page.inputValue("#location"), "Sous-sol, porte B");
      strictEqual(await page.isEnabled("#settings button[value=add]"), true);
    }, { width: 390, javaScriptEnabled: false }),
});

Deno.test({
  name: "a reader at the keyboard goes past the menu, and help shows on focus",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      await go(`${ROOM}/settings`);
      await page.keyboard.press("Tab");
      strictEqual(await page.textContent(":focus"), "Aller au contenu");
      await page.keyboard.press("Enter");
      strictEqual(await page.evaluate(() => document.activeElement?.id), "content");
      const tip = page.locator("[role=tooltip]").first();
      strictEqual(await tip.isVisible(), false);
      await page.locator(".tooltip button").first().focus();
      strictEqual(await tip.isVisible(), true);
      ok((await tip.boundingBox())?.width === 350);
    }),
});
