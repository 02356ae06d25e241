/**
 * Values typed before an island starts, however late that is, are kept, and the island reads them.
 */

import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { demoTest, type Window } from "@/tests/helpers/a_browser_site.ts";
import { A_PNG } from "@/tests/helpers/file_bytes.ts";
import type { Page } from "@/tests/npm/chromium.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

/** Opens a page whose scripts load only once `type` has filled it in, and waits for them. */
async function typedBefore(
  { page, go }: { page: Page; go(path: string): Promise<number> },
  path: string,
  type: () => Promise<unknown>,
): Promise<void> {
  const typed = Promise.withResolvers<void>();
  await page.route("**/_fresh/js/**", async (route) => {
    await typed.promise;
    await route.continue();
  });
  const opened = go(path);
  await page.locator(".page-title, main h1").first().waitFor();
  await type();
  typed.resolve();
  await opened;
}

function before(what: string, test: (window: Window) => Promise<void>): void {
  demoTest(`typed before the script loads: ${what}`, test);
}

before("every field of a row of FormGrid, and its buttons know", async (window) => {
  const { page } = window;
  const field = (name: string) => page.locator(`#settings-new-${name}`);
  const texts = { fromDate: "2025-07-01", area: "2000", peopleNb: "70", q: "100" };
  await typedBefore(window, `${ROOM}/settings`, async () => {
    for (const [name, text] of Object.entries(texts)) await field(name).fill(text);
    await field("djuSource").selectOption("p01-meteo");
  });
  const add = page.locator("form:has(#settings-new-fromDate) button[value=add]");
  await add.and(page.locator(":disabled")).waitFor();
  for (const [name, text] of Object.entries(texts)) {
    strictEqual(await field(name).inputValue(), text, name);
  }
  strictEqual(await field("djuSource").inputValue(), "p01-meteo");
  // One field was left empty: with it, the form is valid.
  await field("target").fill("38");
  await add.and(page.locator(":enabled")).waitFor();
});

before("two numbers of the simulation, which it takes into its address", async (window) => {
  const { page } = window;
  await typedBefore(window, `${ROOM}/energy-balance/monthly/2025?simulation=on`, async () => {
    await page.fill("#target", "45");
    await page.fill("#area", "1500");
    await page.fill("#q", "12");
    await page.evaluate(watchFocus);
  });
  await page.waitForURL(/area=1500.*target=45/);
  // The reader is still in the field, where typing continues.
  strictEqual(await page.getAttribute("body", "data-focus-lost"), null);
  await page.keyboard.type("0");
  await page.keyboard.press("Tab");
  await page.waitForURL(/area=1500.*q=120.*target=45/);
  deepStrictEqual([await page.inputValue("#area"), await page.inputValue("#target")], [
    "1500",
    "45",
  ]);
});

/** Marks the page once the focused field loses the focus. */
function watchFocus(): void {
  document.activeElement?.addEventListener("blur", () => document.body.dataset.focusLost = "true");
}

before("the addresses, the residences and the rhythm of a report", async (window) => {
  const { page } = window;
  await typedBefore(window, "/home/alarms/reports/new", async () => {
    await page.fill("#everyCount", "6");
    await page.selectOption("#everyUnit", "d");
    await page.locator(".project-boxes input").first().evaluate((box) => {
      if (box instanceof HTMLInputElement) box.click();
    });
    await page.fill("textarea[name=emails]", "a@exemple.fr\nb@exemple.fr");
  });
  await page.locator(".email-entry input").and(page.locator(":focus")).waitFor();
  strictEqual(
    await page.locator("textarea[name=emails]").inputValue(),
    "a@exemple.fr\nb@exemple.fr",
  );
  deepStrictEqual([await page.inputValue("#everyCount"), await page.inputValue("#everyUnit")], [
    "6",
    "d",
  ]);
  match(await page.locator(".every-field [role=status]").innerText(), /6/);
  strictEqual(await page.locator(".project-boxes input").first().isChecked(), true);
  match(await page.locator(".project-choices [role=status]").innerText(), /^(?!Aucune)/);
});

before(
  "the filter of a selection of SelectionEditor, which counts it, and what is picked",
  async (window) => {
    const { page } = window;
    const filter = page.locator(".selection-filter").first();
    await typedBefore(window, "/collect/p01/alarms/reports/astreinte", async () => {
      await filter.locator("summary").click();
      await filter.locator("input:not(:checked)").first().check();
      await page.selectOption("[name=picked]", "collect-online");
    });
    await page.waitForSelector("button[type=button][aria-label='Ajouter cette alerte']");
    match(await filter.locator("summary").innerText(), /: 2 sur 2/);
    strictEqual(await filter.locator("input:not(:checked)").count(), 0);
    strictEqual(await page.inputValue("[name=picked]"), "collect-online");
    strictEqual(await page.getAttribute("form.card", "data-guard"), "unsaved");
  },
);

before("a role of RolePicker, which shows those it brings along", async (window) => {
  const { page } = window;
  const box = (role: string) => page.locator(`[id="role-${role}"]`);
  const path = links.userRoles("p02", "karim.benali@demo.example");
  await typedBefore(window, path, () => box("collect:read").check());
  await box("collect:building:read").and(page.locator(":disabled")).waitFor();
  deepStrictEqual(
    [await box("collect:read").isChecked(), await box("collect:building:read").isChecked()],
    [true, true],
  );
});

before("a flip of SmallToggle, which saves it", async (window) => {
  const { page } = window;
  const toggle = page.locator("#documentManagement");
  let wasOn = false;
  await typedBefore(window, links.organisationOptions(), async () => {
    wasOn = await toggle.isChecked();
    await toggle.evaluate((control: HTMLInputElement) => control.click());
  });
  await page.waitForURL(/saved=documents/);
  strictEqual(await toggle.isChecked(), !wasOn);
});

before("the file of ImageUpload, which is shown or refused", async (window) => {
  const { page } = window;
  const path = links.consumptionReportSettings("p01");
  const choose = (buffer: Buffer) => () =>
    page.setInputFiles("#image-field", { name: "facade.png", mimeType: "image/png", buffer });
  await typedBefore(window, path, choose(Buffer.from(A_PNG)));
  await page.locator(".image-shown canvas").waitFor();
  await typedBefore(window, path, choose(Buffer.from("no image")));
  await page.locator("#image-field-error").waitFor();
});
