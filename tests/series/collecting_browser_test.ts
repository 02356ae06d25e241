import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations } from "@/tests/tools/browser.ts";

const SENSORS = "/collect/p01/sensors";
const SOURCE = "/collect/p01/outdoor-sources/p01-meteo";

/** A name too long for any column. */
const LONG_SOURCE = "temperature,entity_id=sensor.chaufferie_principale_depart_plancher_chauffant";

const WINDOWS = [
  { width: 1280, javaScriptEnabled: true },
  { width: 390, javaScriptEnabled: true },
  { width: 390, javaScriptEnabled: false },
];

/** Checks that axe finds no violation, and that nothing is wider than the window. */
async function checkShown(page: Page, javaScriptEnabled: boolean): Promise<void> {
  if (javaScriptEnabled) deepStrictEqual(await axeViolations(page), []);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  ok(excess <= 0, `${page.url()} is ${excess} pixels too wide`);
}

/** Creates a token by the page, and sends a reading with it. */
async function sendReading(page: Page): Promise<void> {
  await page.fill("#new-token input:not([type=hidden])", "Passerelle");
  await page.click("#new-token button");
  const token = await page.textContent(".copy-line.mono") ?? "";
  match(await page.textContent(".notice pre >> nth=0") ?? "", /Authorization: Token /);
  const answer = await page.request.post(new URL("/api/v2/write", page.url()).href, {
    headers: { authorization: `Token ${token}` },
    data: `${LONG_SOURCE} value=42.5`,
  });
  strictEqual(answer.status(), 204);
}

for (const options of WINDOWS) {
  const { width, javaScriptEnabled } = options;
  const how = javaScriptEnabled ? "" : " without JavaScript";
  demoTest(
    `at ${width} pixels${how}: a token is created, its source is unknown, and becomes a new series`,
    async ({ page, go }) => {
      await go(SENSORS);
      await sendReading(page);
      await checkShown(page, javaScriptEnabled);
      await go(SENSORS);
      await checkShown(page, javaScriptEnabled);
      await page.click("text=Créer une série pour elle");
      strictEqual(await page.inputValue("#source"), `${LONG_SOURCE} value`);
      await page.selectOption("#dataUnitId", "TDEP");
      await page.fill("#renamed", "Départ plancher");
      await page.click("#new-series button[type=submit]");
      await page.waitForURL(/sensors\?saved=series#series$/);
      match(await page.textContent("tr:has-text('Départ plancher')") ?? "", /42,5/);
      await checkShown(page, javaScriptEnabled);
    },
    options,
  );

  demoTest(
    `at ${width} pixels${how}: DJU are typed, refused where they are wrong, and shown by day`,
    async ({ page, go }) => {
      await go(`${SOURCE}?period=monthly-2023`);
      await page.fill("#month-2023-01", "-1");
      await page.fill("#month-2023-02", "abc");
      await page.click("#months .button-primary");
      await page.waitForSelector("#month-2023-02-error");
      await page.waitForLoadState("load");
      // The page scrolls to the refused form.
      ok(
        await page.locator("#month-2023-01").evaluate((field) =>
          field.getBoundingClientRect().top < innerHeight
        ),
      );
      await checkShown(page, javaScriptEnabled);
      await page.fill("#month-2023-01", "401,2");
      await page.fill("#month-2023-02", "");
      await page.click("#months .button-primary");
      await page.waitForURL(/saved=months#months$/);
      strictEqual(await page.inputValue("#month-2023-01"), "401,2");
      await page.click("tbody >> text=janvier 2023");
      await page.waitForURL(/period=daily-2023-01$/);
      strictEqual(await page.locator("tbody tr").count(), 31);
      await checkShown(page, javaScriptEnabled);
    },
    options,
  );
}
