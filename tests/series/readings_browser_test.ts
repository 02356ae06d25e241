import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { answerQuestions, axeViolations } from "@/tests/tools/browser.ts";

const PATH = "/collect/p01/sensors/readings";
/** Half hours of the file: some 1.5 MB, two parts. */
const LINES = 40_000;

/** Registers of a meter, and one invalid line. */
function largeFile(series: string): string {
  return fileOf(registers(series, 2020, LINES), "hier;rien;1");
}

function registers(series: string, year: number, count: number): string[] {
  const start = Date.UTC(year, 0, 1);
  return Array.from({ length: count }, (_, n) => {
    return `${new Date(start + n * 1_800_000).toISOString()};${series};${n}`;
  });
}

function fileOf(lines: readonly string[], ...others: readonly string[]): string {
  return ["date;serie;valeur", ...lines, ...others].join("\n");
}

/** The text of an element with plain spaces. */
async function plainText(page: Page, selector: string): Promise<string> {
  return (await page.textContent(selector) ?? "").replaceAll(/[\u202F\u00A0]/g, " ");
}

async function choose(page: Page, text: string): Promise<void> {
  await page.setInputFiles("#file", {
    name: "releves.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
}

/** A series that is not simulated, so that imported readings show. */
async function aNewSeries(page: Page, go: (path: string) => Promise<number>): Promise<void> {
  await go("/collect/p01/sensors");
  await page.selectOption("#dataUnitId", "ELEC");
  await page.fill("#renamed", "Compteur ascenseur");
  await page.click("#new-series button[type=submit]");
  await page.waitForURL(/saved=series/);
}

// @spec imports.large-files
demoTest(
  "large file is sent in parts with its progress, and shows its result there",
  async ({ page, go }) => {
    await aNewSeries(page, go);
    await go(PATH);
    deepStrictEqual(await axeViolations(page), []);
    await choose(page, largeFile("Compteur ascenseur"));
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await page.click("button:text-is('Importer')");
    await page.waitForSelector("text=Import terminé");
    const path = "/api/collect/projects/p01/readings/csv";
    ok(sent.length > 1);
    deepStrictEqual(sent, sent.map(() => path));
    const said = await plainText(page, ".notice");
    match(said, /40 001 lignes lues, 40 000 ajoutées/);
    match(said, /Ligne 40002/);
    deepStrictEqual(await axeViolations(page), []);
    await go("/collect/p01/sensors");
    match(await plainText(page, "tr:has-text('Compteur ascenseur')"), /39 999/);
  },
);

demoTest(
  "large file interrupted midway keeps the sent parts, says so, and continues when sent again",
  async ({ page, go }) => {
    const asked = answerQuestions(page);
    await aNewSeries(page, go);
    await go(PATH);
    await choose(page, largeFile("Compteur ascenseur"));
    let pieces = 0;
    // The second part never ends.
    await page.route(
      "**/readings/csv?*",
      (route) => ++pieces === 2 ? undefined : route.continue(),
    );
    await page.click("button:text-is('Importer')");
    await page.locator("progress:not([value='0'])").waitFor();
    await page.click("button:text-is('Arrêter l’envoi')");
    await page.waitForSelector("text=Import interrompu");
    match(
      await plainText(page, "main"),
      /L’envoi est arrêté. Ce qui a été envoyé est enregistré/,
    );
    strictEqual(pieces, 2);
    await page.click("button:text-is('Importer')");
    await page.waitForSelector("text=Import terminé");
    const said = await plainText(page, ".notice");
    const [, added = "", unchanged = ""] =
      /40 001 lignes lues, ([\d ]+) ajoutées, 0 remplacée, ([\d ]+) identiques/
        .exec(said) ?? [];
    const count = (text: string) => Number(text.replaceAll(" ", ""));
    strictEqual(count(added) + count(unchanged), LINES);
    ok(count(unchanged) > 0, said);
    await go("/collect/p01/sensors");
    deepStrictEqual(asked, []);
  },
);

// @spec imports.large-files
demoTest(
  "large file is sent with the fields of its form: old readings are accepted once confirmed",
  async ({ page, go }) => {
    await aNewSeries(page, go);
    await go(PATH);
    const text = fileOf(registers("Compteur ascenseur", 1990, 6_000));
    for (const [isConfirmed, expected] of [[false, 0], [true, 6_000]] as const) {
      await choose(page, text);
      await page.setChecked("#acceptOld", isConfirmed);
      const answer = page.waitForResponse("**/readings/csv?*");
      await page.click("button:text-is('Essayer sans enregistrer')");
      const { insertedCount } = await (await answer).json();
      strictEqual(insertedCount, expected);
    }
  },
);

demoTest(
  "without JavaScript the same file is sent with the form, also on a phone",
  async ({ page, go }) => {
    await aNewSeries(page, go);
    await go(PATH);
    await choose(page, "date;Compteur ascenseur\n01/01/2025;10\n02/01/2025;12,5");
    await page.click("button:text-is('Essayer sans enregistrer')");
    match(await plainText(page, "main"), /2 ajoutées/);
    await choose(page, "date;Compteur ascenseur\n01/01/2025;10\n02/01/2025;12,5");
    await page.click("button:text-is('Importer')");
    match(await plainText(page, "main"), /Import terminé/);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    strictEqual(excess <= 0, true);
  },
  { width: 390, javaScriptEnabled: false },
);

/** Readings of a datalogger whose clock stays in winter: one of them is in the hour that Paris skips. */
const WINTER_FILE = `Installation;Sous-station
Exporté le;01/07/2025

date;Compteur ascenseur;Remarque
30/03/2025 02:30;100;
01/07/2025 12:00;120;`;

for (const javaScriptEnabled of [true, false]) {
  // @spec imports.time-zone
  // @spec imports.trial-run
  demoTest(
    `trial run shows what was read and chooses winter time, ${
      javaScriptEnabled ? "with" : "without"
    } JavaScript`,
    async ({ page, go }) => {
      await aNewSeries(page, go);
      await go(PATH);
      // With JavaScript, the file is large enough to be sent in parts.
      const text = javaScriptEnabled ? `${WINTER_FILE}${"\n;;".repeat(100_000)}` : WINTER_FILE;
      const trial = async () => {
        await choose(page, text);
        await page.click("button:text-is('Essayer sans enregistrer')");
        await page.waitForSelector("td small:text-is('Compteur ascenseur')");
        return await plainText(page, ".notice");
      };
      match(
        await trial(),
        /Une heure du fichier n’existe pas.*Format reconnu.*01\/07\/2025 à 12:00/s,
      );
      strictEqual(await page.inputValue("#timeZone"), "Etc/GMT-1");
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      strictEqual(await overflow(), 0);
      await choose(page, text);
      await page.click("button:text-is('Essayer sans enregistrer')");
      await page.waitForSelector("td:text-is('30/03/2025 à 03:30')");
      const again = await plainText(page, ".notice");
      match(again, /01\/07\/2025 à 13:00/);
      strictEqual(again.includes("n’existe pas"), false);
      if (javaScriptEnabled) deepStrictEqual(await axeViolations(page), []);
    },
    { width: 390, javaScriptEnabled },
  );
}
