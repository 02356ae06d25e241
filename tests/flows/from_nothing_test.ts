import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { PublicFiles } from "@/lib/weather/public_files.ts";
import { fetchStations } from "@/lib/weather/station_job.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { browserTest, withPage } from "@/tests/tools/browser.ts";
import {
  daysCsv,
  type WeatherFilesServer,
  withWeatherFiles,
} from "@/tests/tools/weather_files_server.ts";
import { ROOT } from "@/tools/files.ts";
import { linesOf } from "@/tools/serving/server_process.ts";

const PERSON = { email: "anne@oph.fr", password: "un-mot-de-passe-long" };

/** `deno task start` on a store that does not exist yet, as for a new user. */
async function startedFromNothing<T>(
  use: (started: { url: string; code: string; kvPath: string }) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "first-" });
  const kvPath = `${folder}/kv.db`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/start.ts"],
    cwd: ROOT,
    env: { PORT: "0", DENO_KV_PATH: kvPath, DEMO: "off", ACCESS_LOG: "off" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const console = linesOf(child.stdout);
  const said: Record<"url" | "code", string | undefined> = { url: undefined, code: undefined };
  try {
    while (said.url === undefined || said.code === undefined) {
      const { value: line, done } = await console.next();
      if (done) throw new Error("The server ended before it was ready.");
      said.url ??= /^Ready: (\S+)$/.exec(line)?.[1];
      said.code ??= /with the code (\S+)$/.exec(line)?.[1];
    }
    return await use({ url: said.url, code: said.code, kvPath });
  } finally {
    child.kill("SIGTERM");
    while (!(await console.next()).done);
    strictEqual((await child.status).code, 0);
    await Deno.remove(folder, { recursive: true });
  }
}

// @spec projects.commissioning, balance.proposed-meters
browserTest(
  "from an empty store to a balance, by the pages alone and without JavaScript",
  () =>
    startedFromNothing(({ url, code }) =>
      withPage(async (page, errors) => {
        await createFirstAccount(page, { url, code });
        const forms = acceptedForms(page);
        await createPlaces(page);
        const settings = page.url();
        const residence = settings.slice(0, settings.indexOf("/boilerrooms/"));
        await sendJanuary(url, await createToken(page, residence));
        await createSeries(page, residence);
        const beforeDju = forms().length;
        await typeDju(page, residence);
        const ofDju = forms().length - beforeDju;
        await describeRoom(page, settings);
        await readBalance(page, settings, TYPED);
        // Where the platform fetches the DJU of Météo-France, nobody types them.
        deepStrictEqual([forms().length, forms().length - ofDju], [8, 6], forms().join("\n"));
        deepStrictEqual(errors.filter((error) => !/status of 4\d\d/.test(error)), []);
      }, { javaScriptEnabled: false })
    ),
);

// @spec stock.workbook, stock.settings
browserTest(
  "from an empty store to a balance by one workbook, a token and the public degree-days: four forms",
  () =>
    withWeatherFiles((server) =>
      startedFromNothing(({ url, code, kvPath }) =>
        withPage(async (page, errors) => {
          await createFirstAccount(page, { url, code });
          const forms = acceptedForms(page);
          await createOrganisation(page);
          const residence = await importStock(page);
          await sendJanuary(url, await createToken(page, residence));
          await fetchWeather(server, kvPath);
          await page.goto(`${residence}/commissioning`);
          await page.click("text=Saisir les réglages du contrat");
          await readBalance(page, page.url(), FETCHED);
          // An import that takes more than a second is continued by its form.
          const different = new Set(forms());
          strictEqual(different.size, 4, forms().join("\n"));
          deepStrictEqual(errors.filter((error) => !/status of 4\d\d/.test(error)), []);
        }, { javaScriptEnabled: false })
      )
    ),
);

/** The template as it is downloaded: Les Tilleuls of Nancy, its boiler room, its contract and its gas meter. @spec stock.template */
async function importStock(page: Page): Promise<string> {
  await page.click("main >> text=Importer le patrimoine");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click("text=Modèle Excel à remplir"),
  ]);
  await page.setInputFiles("input[type=file]", await download.path());
  await page.click("text=Essayer le fichier");
  match((await page.textContent("main")) ?? "", /8\slignes lues.*\s0\sligne refusée/);
  await page.click("text=Confirmer l’import");
  const more = page.locator("text=Continuer l’import");
  while (await more.isVisible()) await more.click();
  match((await page.textContent("main")) ?? "", /Import terminé/);
  await page.click("text=Voir les résidences");
  await page.click("tbody a:text-is('Les Tilleuls')");
  return page.url();
}

/** The DJU of the nearest station, as the job of each hour fetches them: 18 − (2 + 8) / 2 a day. */
async function fetchWeather(server: WeatherFilesServer, path: string): Promise<void> {
  const now = new Date().toISOString();
  const year = Number(now.slice(0, 4));
  const station = {
    number: "54602001",
    name: "ESSEY",
    at: "48.6900;6.2200;212",
    minMax: [2, 8],
  } as const;
  const of = (from: string, to: string) => daysCsv({ ...station, from, to });
  server.files.set(`Q_54_latest-${year - 1}-${year}`, of(`${year - 1}-01-01`, now.slice(0, 10)));
  server.files.set(`Q_54_previous-1950-${year - 2}`, of("2024-12-01", `${year - 2}-12-31`));
  await withPlatform(async ({ platform }) => {
    const files = new PublicFiles(server.api);
    const run = await fetchStations({ services: platform.own.services, files });
    deepStrictEqual(run, { askedCount: 1 });
  }, { path, now });
}

/** The addresses of the forms of a page that were accepted, from now on. */
function acceptedForms(page: Page): () => readonly string[] {
  const accepted: string[] = [];
  page.on("response", (response) => {
    const isForm = response.request().method() === "POST";
    if (isForm && [200, 303].includes(response.status())) accepted.push(response.url());
  });
  return () => accepted;
}

async function createFirstAccount(
  page: Page,
  { url, code }: { url: string; code: string },
): Promise<void> {
  await page.goto(url);
  await page.waitForURL("**/login?back=*");
  await page.click("text=Créez le premier compte");
  const form = {
    code: "AAAA-BBBB-CCCC",
    forename: "Anne",
    surname: "Roux",
    email: PERSON.email,
    password: PERSON.password,
    repeated: PERSON.password,
  };
  await fill(page, form);
  await page.click("text=Créer le compte");
  strictEqual((await page.textContent("#code-error"))?.trim(), "Code incorrect");
  await fill(page, { code, password: form.password, repeated: form.repeated });
  await page.click("text=Créer le compte");
  await page.waitForURL("**/home");
  match((await page.textContent("main")) ?? "", /Vous n’appartenez à aucune organisation/);
}

/** An organisation, whose empty page offers the import first. @spec projects.commissioning */
async function createOrganisation(page: Page): Promise<void> {
  await page.click("text=Créer une organisation");
  await fill(page, { name: "OPH de la Moselle" });
  await page.click("text=Créer l’organisation");
  match(
    (await page.textContent("main")) ?? "",
    /Aucune résidence.*Importer le patrimoine.*Ajouter une résidence/s,
  );
}

/** An organisation, its residence, its boiler room: each empty page links to the next. */
async function createPlaces(page: Page): Promise<void> {
  await createOrganisation(page);
  await page.click("text=Ajouter une résidence >> nth=0");
  await fill(page, {
    name: "Les Tilleuls",
    code: "0301",
    street: "12 rue des Tilleuls",
    zipCode: "54000",
    city: "Nancy",
  });
  await page.click(".submit-bar >> text=Créer la résidence");
  await page.click("text=Ajouter une chaufferie >> nth=0");
  await fill(page, { name: "Chaufferie principale", code: "CH01" });
  await page.click("#new-equipment button[type=submit]");
  await page.waitForURL("**/settings**");
}

/** Readings sent before the series exists are stored: the form that creates it attaches their source. */
async function createSeries(page: Page, residence: string): Promise<void> {
  await page.goto(`${residence}/sensors`);
  match((await page.textContent("main")) ?? "", /gaz,serial=0101/);
  // Its only source is chosen, with the quantity that its name says.
  match(await page.inputValue("#source"), /gaz,serial=0101/);
  strictEqual(await page.inputValue("#dataUnitId"), "GAZV");
  await fill(page, { renamed: "Compteur gaz" });
  await page.selectOption("#equipmentId", { label: "Chaufferie principale" });
  await page.click("text=Créer la série");
  await page.waitForURL(/sensors\?saved=series#series$/);
}

/** The token, which the page shows once. */
async function createToken(page: Page, residence: string): Promise<string> {
  await page.goto(`${residence}/sensors`);
  await fill(page, { name: "Concentrateur" });
  await page.click("text=Créer le jeton");
  return (await page.textContent(".copy-line"))?.trim() ?? "";
}

/** The register each midnight of January 2025 in Paris, 40 m³ a day: 1 240 m³. */
async function sendJanuary(url: string, token: string): Promise<void> {
  const lines = Array.from({ length: 32 }, (_, day) => {
    const date = day === 31 ? "2025-02-01" : `2025-01-${String(day + 1).padStart(2, "0")}`;
    return `gaz,serial=0101 value=${1000 + 40 * day} ${dayBounds(date).from / 1000}`;
  });
  const { status } = await fetch(`${url}/api/v2/write?precision=s`, {
    method: "POST",
    headers: { authorization: `Token ${token}` },
    body: lines.join("\n"),
  });
  strictEqual(status, 204);
}

async function typeDju(page: Page, residence: string): Promise<void> {
  await page.goto(`${residence}/outdoor-sources`);
  await fill(page, { name: "Nancy" });
  await page.click("button:text-is('Ajouter')");
  await page.goto(`${residence}/outdoor-sources`);
  await page.click("table >> text=Nancy");
  await goBackTo(page, "period=monthly-2025");
  await page.fill("#month-2025-01", "400,0");
  await page.click("#months button:text-is('Enregistrer')");
  await page.waitForURL(/saved=months#months$/);
  match((await page.textContent("table")) ?? "", /janvier 2025/);
}

/** Half a year a step, as on every page of a year. */
async function goBackTo(page: Page, query: string): Promise<void> {
  for (let step = 0; step < 100 && !page.url().endsWith(query); step++) {
    await page.click("[aria-label^='Année précédente']");
  }
  ok(page.url().endsWith(query), page.url());
}

async function describeRoom(page: Page, settings: string): Promise<void> {
  await page.goto(settings);
  // The series has been made the meter of its boiler room, and the only source of DJU is chosen.
  strictEqual(await page.inputValue("#sourceKind"), "gaz-volume");
  const field = (name: string) => `#settings-new-${name}`;
  await page.fill(field("fromDate"), "2024-07-01");
  await page.fill(field("area"), "-3");
  await page.fill(field("peopleNb"), "60");
  await page.fill(field("target"), "25");
  await page.fill(field("threshold"), "abc");
  await page.click("form:has(#settings-new-area) button[value=add]");
  match((await page.textContent("#settings-new-area-error")) ?? "", /minimum/);
  ok(await page.isVisible("#settings-new-threshold-error"));
  strictEqual(await page.inputValue(field("area")), "-3");
  await page.fill(field("area"), "1240");
  await page.fill(field("threshold"), "5");
  await page.click("form:has(#settings-new-area) button[value=add]");
  await page.waitForURL(/saved=settings#settings$/);
}

/** What January says of 1 240 m³ × 11 kWh/m³ = 13 640 kWh, all heating, against 25 Wh/m²/DJU × 1 240 m². */
interface January {
  readonly dju: string;
  readonly target: string;
}

const TYPED: January = { dju: "400,0", target: "12 400" };
const FETCHED: January = { dju: "403,0", target: "12 493" };

/** About 10 % over, past the threshold of 5 %. */
async function readBalance(page: Page, settings: string, january: January): Promise<void> {
  await page.goto(settings.replace(/settings.*/, "energy-balance/monthly/2025"));
  strictEqual(await page.textContent("h1"), "Chaufferie principale | Bilan énergétique");
  const row = page.locator("tbody tr", { hasText: "janvier 2025" }).locator("td");
  const cells = (await row.allTextContents()).map((cell) => cell.replace(/\s/g, " ").trim());
  deepStrictEqual(cells.slice(0, 3), ["1 240", "13 640", january.dju]);
  match(cells.join(" | "), new RegExp(`13 640 \\| 27,\\d \\| ${january.target} \\| 25,0 \\|`));
  match((await page.textContent(".balance-summary")) ?? "", /Seuil dépassé/);
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`main #${name}`, value);
}
