import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations } from "@/tests/tools/browser.ts";

const SENSORS = "/collect/p01/sensors";
/** Two hours before the clock of the tests. */
const LAST_S = Date.parse("2026-02-10T09:00:00Z") / 1_000;
const DAY_S = 86_400;

const WINDOWS = [
  { width: 1280, javaScriptEnabled: true },
  { width: 390, javaScriptEnabled: true },
  { width: 390, javaScriptEnabled: false },
];

/** Creates a token by the page, and sends with it the registers of a meter that no series has yet. */
async function sendRegisters(page: Page, registers: readonly number[]): Promise<void> {
  await page.fill("#new-token input:not([type=hidden])", "Passerelle");
  await page.click("#new-token button");
  const token = await page.textContent(".copy-line.mono") ?? "";
  const lines = registers.map((value, at) =>
    `eau,serial=77 value=${value} ${LAST_S - (registers.length - 1 - at) * DAY_S}`
  );
  const answer = await page.request.post(
    new URL("/api/v2/write?precision=s", page.url()).href,
    { headers: { authorization: `Token ${token}` }, data: lines.join("\n") },
  );
  strictEqual(answer.status(), 204, await answer.text());
}

for (const options of WINDOWS) {
  const { width, javaScriptEnabled } = options;
  const how = javaScriptEnabled ? "" : " without JavaScript";
  // @spec series.verdicts
  demoTest(
    `at ${width} pixels${how}: a visit answers a reading that waits, by the keyboard, and takes it back`,
    async ({ page, go }) => {
      await go(SENSORS);
      await sendRegisters(page, [100, 101, 4_294_967.295]);
      await go(SENSORS);
      await page.click("text=Créer une série pour elle");
      await page.selectOption("#dataUnitId", "EFSV");
      await page.fill("#renamed", "Arrosage");
      await page.click("#new-series button[type=submit]");
      await page.waitForURL(/sensors\?saved=series#series$/);
      const section = page.locator("#doubts");
      match(await section.innerText(), /1\srelevé à confirmer/);
      match(await section.innerText(), /4\s294\s866,295\sm³/);
      await checkShown(page, javaScriptEnabled);
      await section.getByRole("button", { name: /^Faux/ }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/sensors\?saved=doubts#doubts$/);
      match(await section.innerText(), /1\sréponse/);
      ok(!/à confirmer\s*Compteur/.test(await section.innerText()));
      await checkShown(page, javaScriptEnabled);
      await section.getByRole("button", { name: /^Retirer/ }).focus();
      await page.keyboard.press("Enter");
      await section.getByRole("button", { name: /^Vrai/ }).waitFor();
      match(await section.innerText(), /1\srelevé à confirmer/);
    },
    options,
  );
}

/** Checks that axe finds no violation, and that nothing is wider than the window. */
async function checkShown(page: Page, javaScriptEnabled: boolean): Promise<void> {
  if (javaScriptEnabled) deepStrictEqual(await axeViolations(page), []);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  ok(excess <= 0, `${page.url()} is ${excess} pixels too wide`);
}
