import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { demoTest, type Window } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { axeViolations } from "@/tests/tools/browser.ts";

const BALANCE = "/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/2025";

const gapOf = async (page: Page) => (await page.textContent(".balance-summary .gap-badge")) ?? "";

/** The gap of the balance, then that of a simulated target. */
async function simulatedGaps(page: Page, go: Window["go"]) {
  await go(BALANCE);
  const real = await gapOf(page);
  await page.click("text=Activer simulation");
  await page.fill("#target", "30");
  await page.press("#target", "Enter");
  await page.waitForURL(/target=30/);
  const simulated = await gapOf(page);
  ok(simulated !== real);
  return { real, simulated };
}

async function downloaded(page: Page, link = "Exporter en CSV"): Promise<string> {
  const download = page.waitForEvent("download");
  await page.click(`text=${link}`);
  const file = await download;
  strictEqual(file.suggestedFilename(), "chaufferie.csv");
  return await Deno.readTextFile(await file.path());
}

const lastLine = (csv: string) => csv.split("\r\n").at(-1) ?? "";

for (const width of [1280, 390]) {
  // @spec balance.page
  demoTest(
    `from the residences to a simulated year and its file, ${width} pixels wide`,
    async ({ page, errors, go }) => {
      await go("/home");
      await page.click("table >> text=Les Tilleuls");
      await page.click("h3 >> text=Chaufferie principale");
      await page.click("nav >> text=Bilan");
      await page.waitForURL("**/energy-balance/monthly/*");
      await page.click("[aria-label^='Année précédente']");
      strictEqual(await page.textContent("h1"), "Chaufferie principale | Bilan énergétique");
      const real = await gapOf(page);
      const realFile = await downloaded(page);
      const commaFile = await downloaded(page, "CSV à virgules");
      match(commaFile, /^\uFEFFMois,Conso Gaz \(m³\),/);
      strictEqual(commaFile.split("\n").length, realFile.split("\r\n").length);

      await page.click("text=Activer simulation");
      await page.fill("#target", "30");
      await page.press("#target", "Enter");
      await page.waitForURL(/target=30/);
      match(await page.textContent(".balance-summary") ?? "", /valeurs simulées/);
      ok((await gapOf(page)) !== real);
      ok(lastLine(await downloaded(page)) !== lastLine(realFile));
      deepStrictEqual(await axeViolations(page), []);

      await page.click("text=Désactiver simulation");
      strictEqual(await gapOf(page), real);
      strictEqual(await downloaded(page), realFile);
      deepStrictEqual(errors, []);
    },
    { width },
  );
}

demoTest(
  "simulated value follows the rules of the number control, and is in the address",
  async ({ page, go }) => {
    await go(BALANCE);
    await page.click("text=Activer simulation");
    const area = page.locator("#area");
    const before = await area.inputValue();
    await area.fill("douze");
    await area.press("Tab");
    strictEqual(await area.inputValue(), before);
    await area.fill("1 952,4");
    await area.press("Tab");
    strictEqual(await area.inputValue(), "1952");
    await page.fill("#target", "30");
    await page.press("#target", "Enter");
    await page.waitForURL(/target=30/);
    const file = await downloaded(page);
    await area.fill("");
    await area.press("Tab");
    strictEqual((await page.textContent("#area-error"))?.trim(), "Ce champ est obligatoire");
    await page.waitForURL(/area=&/);
    // The page still shows the last valid simulation, and so does its file.
    strictEqual(await downloaded(page), file);
    await area.fill("2000");
    await area.press("Tab");
    await page.waitForURL(/area=2000/);
    const shown = await gapOf(page);
    await page.reload();
    strictEqual(await gapOf(page), shown);
    strictEqual(await area.inputValue(), "2000");
  },
);

// @spec balance.simulation
demoTest(
  "Back and Forward go through the balance with and without its simulation, and reload shows the same",
  async ({ page, go }) => {
    const isSimulated = () => page.locator(".simulation").count();
    await go("/collect/p01/boilerrooms/p01-c1");
    const { real, simulated } = await simulatedGaps(page, go);
    await page.click("text=Désactiver simulation");
    strictEqual(await isSimulated(), 0);

    await page.goBack();
    await page.waitForURL(/target=30/);
    await page.locator(".simulation").waitFor();
    strictEqual(await gapOf(page), simulated);
    strictEqual(await page.inputValue("#target"), "30");
    await page.reload();
    strictEqual(await gapOf(page), simulated);
    await page.goBack();
    await page.waitForURL(`**${BALANCE}`);
    strictEqual(await isSimulated(), 0);
    strictEqual(await gapOf(page), real);
    await page.goForward();
    await page.waitForURL(/target=30/);
    await page.locator(".simulation").waitFor();
    strictEqual(await gapOf(page), simulated);
    // The link to the main content leaves the simulation on.
    await page.evaluate(() => location.assign("#main"));
    await page.waitForURL(/#main$/);
    strictEqual(await isSimulated(), 1);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.waitForURL("**/p01-c1");
  },
);

demoTest(
  "a simulation loaded again after its settings were changed elsewhere computes what its fields show",
  async ({ page, go }) => {
    const open = async () => {
      await go(`${BALANCE}?simulation=on`);
      await page.locator(".number-control-live").first().waitFor();
    };
    await open();
    const other = await page.context().newPage();
    await other.goto(new URL("../../settings", page.url()).href);
    const latest = other.locator("#settings form").first();
    await latest.locator("input[name=target]").fill("61");
    await latest.getByRole("button", { name: "Enregistrer" }).click();
    await other.waitForURL(/saved=settings/);
    await page.reload();
    await page.locator(".number-control-live").first().waitFor();
    const again = [await page.inputValue("#target"), await gapOf(page)];
    await open();
    deepStrictEqual(again, ["61", await gapOf(page)]);
  },
);

demoTest(
  "the start day of simulated values stays when one of them changes after it",
  async ({ page, go }) => {
    await go(`${BALANCE}?simulation=on&target=33`);
    match(await page.inputValue("#fromDate"), /^\d{4}-\d{2}-01$/);
    await page.fill("#fromDate", "2025-07-01");
    await page.fill("#target", "34");
    await page.press("#target", "Enter");
    await page.waitForURL(/target=34/);
    strictEqual(await page.inputValue("#fromDate"), "2025-07-01");
  },
);

demoTest(
  "Back and Forward before the script has loaded show the state of the address",
  async ({ page, go }) => {
    const scripts = await heldScripts(page);
    const { real, simulated } = await simulatedGaps(page, go);

    scripts.hold();
    await page.reload({ waitUntil: "commit" });
    await page.locator(".balance-notes, footer").first().waitFor();
    await page.goBack({ waitUntil: "commit" });
    scripts.release();
    await page.locator(".simulation").waitFor({ state: "detached" });
    deepStrictEqual([new URL(page.url()).search, await gapOf(page)], ["", real]);

    scripts.hold();
    await page.reload({ waitUntil: "commit" });
    await page.locator(".balance-notes, footer").first().waitFor();
    await page.goForward({ waitUntil: "commit" });
    scripts.release();
    await page.locator(".simulation").waitFor();
    match(page.url(), /target=30/);
    deepStrictEqual([await page.inputValue("#target"), await gapOf(page)], ["30", simulated]);
  },
);

/** Delays the scripts of a window until they are released. */
async function heldScripts(page: Page) {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  await page.route("**/_fresh/js/**", async (route) => {
    await gate.promise;
    await route.continue();
  });
  return { hold: () => void (gate = Promise.withResolvers<void>()), release: () => gate.resolve() };
}

demoTest(
  "without JavaScript the year is simulated by a form and exported by a link",
  async ({ page, go }) => {
    await go(BALANCE);
    const real = await gapOf(page);
    await page.click("text=Activer simulation");
    await page.fill("#target", "30");
    await page.click("text=Recalculer");
    await page.waitForURL(/target=30/);
    ok((await gapOf(page)) !== real);
    const href = await page.getAttribute("text=Exporter en CSV", "href");
    match(href ?? "", /monthly\/2025\?simulation=on&.*target=30.*&csv=semicolon$/);
    await page.click("text=Désactiver simulation");
    strictEqual(await gapOf(page), real);
  },
  { javaScriptEnabled: false },
);

demoTest("simulated values are saved as settings from a day on", async ({ page, go }) => {
  await go(`${BALANCE}?simulation=on&target=33`);
  await page.fill("#fromDate", "2025-07-01");
  await page.click(".simulation-save button");
  await page.waitForURL(/saved=2025-07-01/);
  match(
    await page.textContent(".notice") ?? "",
    /au 01\/07\/2025\s: juillet 2025 est le premier mois/,
  );
  // October 2025 is the first month of heating with the new target.
  const october = page.locator("tr", { has: page.locator("th", { hasText: "octobre 2025" }) });
  strictEqual(await october.locator("td").nth(11).textContent(), "33,0");
  const january = page.locator("tr", { has: page.locator("th", { hasText: "janvier 2025" }) });
  strictEqual(await january.locator("td").nth(11).textContent(), "38,0");
});

demoTest(
  "the chart is SVG, chart.js shows its values where one points or walks with the keyboard",
  async ({ page, go }) => {
    await go(BALANCE);
    const charts = page.locator("svg.chart-svg");
    const boxes = await Promise.all((await charts.all()).map((chart) => chart.boundingBox()));
    // B §1: 350 px high, the outdoor temperature 200 px, at the 800 px of paper.
    deepStrictEqual(boxes.map((box) => [box?.width, box?.height]), [[800, 350], [800, 200]]);
    await page.hover(".chart-box >> nth=0");
    // Drawn: chart.js sizes its canvas, and listens to the keys.
    await page.waitForSelector(".chart-canvas canvas[style]");
    await page.focus(".chart-box >> nth=0");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    const said = page.locator("figure [role=status]").first();
    await said.filter({ hasText: /^nov\./ }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    const [beyond, axis] = await page.locator(".chart-box").first().evaluate((box) => {
      const of = (selector: string) => box.querySelector(selector)?.getBoundingClientRect();
      const { left, right } = box.getBoundingClientRect();
      return [(of(".chart-plot")?.right ?? 0) - right, (of(".chart-values")?.left ?? 0) - left]
        .map(Math.round);
    });
    deepStrictEqual([beyond, axis], [0, 0], "its newest end, with its axis");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ media: "print" });
    strictEqual(await page.isVisible(".chart-canvas"), false);
    strictEqual((await page.locator("svg.chart-svg").first().boundingBox())?.width, 800);
    const pdf = await page.pdf({ format: "A4", landscape: true });
    strictEqual(new TextDecoder().decode(pdf.subarray(0, 5)), "%PDF-");
  },
);

demoTest(
  "printed balance ends with its total, and nothing is printed over its table",
  async ({ page }) => {
    await page.goto(new URL(BALANCE, page.url()).href);
    await page.emulateMedia({ media: "print" });
    const displayOf = (selector: string) =>
      page.$eval(selector, (element) => getComputedStyle(element).display);
    // A table footer group is printed on each page, and a grid does not wait for the end of its
    // table.
    strictEqual(await displayOf(".balance-table tfoot"), "table-row-group");
    strictEqual(await displayOf(".balance"), "block");
    // Its heading is on the page where its table begins.
    const caption = page.locator(".balance-table caption");
    strictEqual(await caption.evaluate((it) => getComputedStyle(it).breakAfter), "avoid");
  },
);

// @spec tables.filters-on-change
demoTest(
  "a filter applies as it is chosen, in place, and says how many rows remain",
  async ({ page, go }) => {
    await go("/home/alarms");
    const filter = page.locator(".table-tools select").first();
    await filter.focus();
    const rowCount = await page.locator(".data-table tbody tr").count();
    await filter.selectOption({ index: 1 });
    const said = page.locator("#filtered");
    await said.filter({ hasText: /\S/ }).waitFor({ state: "attached" });
    ok(await page.locator(".data-table tbody tr").count() < rowCount);
    match(page.url(), /filter/);
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    strictEqual(focused, "SELECT");
  },
);

demoTest(
  "on a phone no verdict covers the column beside it, and the units of the balance stay over their columns",
  async ({ page, go }) => {
    const month = "/collect/p01/houses/month";
    for (const path of [BALANCE, "/home/gas", "/home/todo", "/collect/p01/energy", month]) {
      await go(path);
      const covered = await page.locator(".table-box").evaluateAll((boxes) =>
        boxes.flatMap((box) => {
          const verdict = box.querySelector("tbody .verdict");
          const beside = box.querySelector("tbody td:nth-child(2)");
          if (verdict === null || beside === null || verdict === beside) return [];
          const padding = parseFloat(getComputedStyle(beside).paddingInlineEnd);
          const end = beside.getBoundingClientRect().right - padding;
          return end > verdict.getBoundingClientRect().left ? [box.textContent] : [];
        })
      );
      deepStrictEqual(covered, [], path);
    }
    await go(BALANCE);
    const [unit, figure] = await page.locator(".balance-table").evaluate((box) => {
      box.scrollLeft = 200;
      return ["thead tr + tr th", "tbody td"].map((selector) =>
        box.querySelector(selector)?.getBoundingClientRect().left
      );
    });
    strictEqual(unit, figure);
  },
  { width: 390 },
);
