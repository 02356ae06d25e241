import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { aMember, aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { EXAMPLES } from "@/tests/ingest/example_files.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import {
  answerQuestions,
  axeViolations,
  browserTest,
  isWatched,
  type PageOptions,
  withPage,
} from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";

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

// @spec imports.trial-run
demoTest("a trial run names the format that it recognises", async ({ page, go }) => {
  await go(PATH);
  await choose(page, EXAMPLES["enedis-r63"]?.text ?? "");
  await page.click("button:text-is('Essayer sans enregistrer')");
  await page.waitForSelector("text=Format reconnu : Mesures d’Enedis (R63).");
});

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
      "**/readings/csv?*lines=*",
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
      const answer = page.waitForResponse("**/readings/csv?*lines=*");
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

/** A test on the page of a series with three sources. */
function sourcesTest(name: string, test: (page: Page) => Promise<void>, options: PageOptions) {
  browserTest(name, () =>
    withSite(async (site) => {
      const { ask } = await aMember(site, { roles: ["collect"] });
      const series = await aSeries(ask, "GAZV");
      for (const source of ["serial=1", "serial=2", "serial=3"]) {
        const body = { source, houseId: null };
        ok((await ask("attachSource", { projectId: PROJECT, series, body })).ok);
      }
      await withServer(site.handler, (server) =>
        withPage(async (page, errors) => {
          await page.request.post(server.url + LOGIN_PATH, {
            form: { email: "ada@bailleur.fr", password: PASSWORD },
            headers: { origin: server.url },
            maxRedirects: 0,
          });
          await page.goto(server.url + links.seriesSettings(PROJECT, series));
          await test(page);
          deepStrictEqual(errors, []);
        }, options));
    }));
}

// @spec collectors.detaching
sourcesTest(
  "after Back, no other source is ticked in the place of those that were detached",
  async (page) => {
    const ticks = page.locator('[name="sources"]');
    await ticks.first().check();
    await page.getByText("Détacher plusieurs sources").click();
    await page.getByText("Détacher les sources cochées").click();
    await page.waitForURL(/saved=sources/);
    await page.goBack();
    await ticks.nth(1).waitFor();
    strictEqual(await ticks.count(), 2);
    strictEqual(await page.locator('[name="sources"]:checked').count(), 0);
  },
  { width: 390, javaScriptEnabled: false },
);

// @spec forms.unsaved
sourcesTest("ticked sources are not lost without a question", async (page) => {
  const asked = answerQuestions(page, () => false);
  const own = page.url();
  await page.waitForFunction(isWatched);
  await page.locator('[name="sources"]').first().check();
  await page.locator("#sources thead a").first().click();
  strictEqual(asked.length, 1);
  strictEqual(page.url(), own);
  await page.getByText("Détacher plusieurs sources").click();
  await page.getByText("Détacher les sources cochées").click();
  await page.waitForURL(/saved=sources/);
  strictEqual(asked.length, 1);
}, {});

/** Two hours before the clock of the tests. */
const LAST_S = Date.parse("2026-02-10T09:00:00Z") / 1_000;
const DAY_S = 86_400;

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
