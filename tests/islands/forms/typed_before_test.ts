/** What is typed before an island comes alive, however late that is, is kept, and the island knows of it. */
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { inBrowser, type Window } from "../../routes/screens/a_browser_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

/** Opens a page whose scripts come only once `type` has filled it in, and waits for them. */
async function typedBefore(
  { page, go }: Window,
  path: string,
  type: () => Promise<unknown>,
): Promise<void> {
  const typed = Promise.withResolvers<void>();
  await page.route("**/_fresh/js/**", async (route) => {
    await typed.promise;
    await route.continue();
  });
  const opened = go(path);
  await page.locator(".page-title").waitFor();
  await type();
  typed.resolve();
  await opened;
}

function before(what: string, test: (window: Window) => Promise<void>): void {
  Deno.test({
    name: `typed before the script comes: ${what}`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => inBrowser(test),
  });
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
  // One field was left empty: with it, what was typed before is whole.
  await field("target").fill("38");
  await add.and(page.locator(":enabled")).waitFor();
});

before("the fields of ResidenceForm, which may then be saved", async (window) => {
  const { page } = window;
  const save = page.locator(".submit-bar button[type=submit]");
  await typedBefore(window, "/collect/p01/residence", async () => {
    await page.fill("#name", "Les Tilleuls");
    await page.fill("#city", "Metz");
  });
  await save.and(page.locator(":enabled")).waitFor();
  deepStrictEqual([await page.inputValue("#name"), await page.inputValue("#city")], [
    "Les Tilleuls",
    "Metz",
  ]);
});

before("two numbers of the simulation, which it takes into its address", async (window) => {
  const { page } = window;
  await typedBefore(window, `${ROOM}/energy-balance/monthly/2025?simulation=on`, async () => {
    await page.fill("#target", "45");
    await page.fill("#area", "1500");
    await page.locator("#area").blur();
  });
  await page.waitForURL(/area=1500.*target=45/);
  deepStrictEqual([await page.inputValue("#area"), await page.inputValue("#target")], [
    "1500",
    "45",
  ]);
});

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
    await page.locator("input[type=hidden][name=emails]").inputValue(),
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
