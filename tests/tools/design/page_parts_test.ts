import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { designTest } from "./a_design_page.ts";

// @spec forms.titles
designTest(
  "title bar has its back link only when given; a menu has its title and its own",
  async ({ page, go }) => {
    await go();
    strictEqual(await page.locator(".page-title .back-link").innerText(), "Résidences");
    strictEqual(await page.locator(".menu-container h2").innerText(), "Les Tilleuls");
    strictEqual(await page.locator(".menu-container a").first().innerText(), "Résidences");
    await go("?state=empty");
    strictEqual(await page.locator(".page-title .back-link").count(), 0);
    strictEqual(await page.locator(".menu-container h2").count(), 0);
    strictEqual(await page.locator(".menu-container a").count(), 2);
  },
);

// @spec forms.tooltips
designTest(
  "Tooltip is 350 pixels wide, shows on focus and on hover, and hides after 500 ms",
  async ({ page, go }) => {
    await go();
    const button = page.locator("#window .tooltip button").first();
    const tip = page.locator("#helped-help");
    await tip.waitFor({ state: "hidden" });
    await button.focus();
    await tip.waitFor();
    strictEqual((await tip.boundingBox())?.width, 350);
    strictEqual(await button.getAttribute("aria-describedby"), "helped-help");
    await page.locator("#name").focus();
    const delay = () => tip.evaluate((one) => getComputedStyle(one).transitionDelay);
    strictEqual(await delay(), "0.5s");
    await tip.waitFor({ state: "hidden" });
    await button.hover();
    await tip.waitFor();
    strictEqual(await delay(), "0s");
  },
);

// @spec forms.dialogs
designTest(
  "Modal is opened and closed by its id, prevents the page from scrolling, and returns the focus",
  async ({ page, go }) => {
    await go();
    const dialog = page.locator("#sample-window");
    await page.getByRole("link", { name: "Ouvrir la fenêtre" }).click();
    strictEqual(await dialog.evaluate((one) => one.matches(":modal")), true);
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 600);
    strictEqual(await page.evaluate(() => scrollY), before);
    await dialog.getByRole("link", { name: "Fermer" }).click();
    await page.waitForSelector("html:not(.scroll-blocked)");
    await dialog.waitFor({ state: "hidden" });
    strictEqual(await page.evaluate(() => document.activeElement?.id), "sample-window-opener");
  },
);

designTest(
  "'modal must have an id' is logged when a window without one is requested",
  async ({ page, errors, go }) => {
    await go("?state=error");
    await page.getByRole("link", { name: "Ouvrir une fenêtre sans identifiant" }).click();
    await page.waitForFunction(() => document.querySelector("dialog:modal") === null);
    deepStrictEqual(errors, ["modal must have an id"]);
  },
);

designTest(
  "without JavaScript a modal is shown and hidden by its links, and help is shown on focus",
  async ({ page, go }) => {
    await go();
    const dialog = page.locator("#sample-window");
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Ouvrir la fenêtre" }).click();
    await dialog.waitFor();
    strictEqual(
      await page.evaluate(() => getComputedStyle(document.documentElement).overflowY),
      "hidden",
    );
    await dialog.locator(".tooltip button").focus();
    await dialog.locator("[role=tooltip]").waitFor();
    await dialog.getByRole("link", { name: "Fermer" }).click();
    await dialog.waitFor({ state: "hidden" });
  },
  { javaScriptEnabled: false, width: 390 },
);
