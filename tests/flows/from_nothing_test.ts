import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { dayBounds } from "@/lib/base/time_zones.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { browserTest, withPage } from "@/tests/tools/browser.ts";
import { ROOT } from "@/tools/files.ts";
import { linesOf } from "@/tools/serving/server_process.ts";

const PERSON = { email: "anne@oph.fr", password: "un-mot-de-passe-long" };

/** `deno task start` on a store that does not exist yet, as for a new user. */
async function startedFromNothing<T>(
  use: (started: { url: string; code: string }) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "first-" });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/start.ts"],
    cwd: ROOT,
    env: { PORT: "0", DENO_KV_PATH: `${folder}/kv.db`, DEMO: "off", ACCESS_LOG: "off" },
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
    return await use({ url: said.url, code: said.code });
  } finally {
    child.kill("SIGTERM");
    while (!(await console.next()).done);
    strictEqual((await child.status).code, 0);
    await Deno.remove(folder, { recursive: true });
  }
}

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
        await typeDju(page, residence);
        await describeRoom(page, settings);
        await readBalance(page, settings);
        // DJU take two of them, and none where the platform fetches those of Météo-France.
        strictEqual(forms().length, MOST_FORMS, forms().join("\n"));
        deepStrictEqual(errors.filter((error) => !/status of 4\d\d/.test(error)), []);
      }, { javaScriptEnabled: false })
    ),
);

/** Forms from an empty organisation to its first balance. @spec projects.commissioning */
const MOST_FORMS = 9;

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

/** An organisation, its residence, its boiler room: each empty page links to the next. */
async function createPlaces(page: Page): Promise<void> {
  await page.click("text=Créer une organisation");
  await fill(page, { name: "OPH de la Moselle" });
  await page.click("text=Créer l’organisation");
  match((await page.textContent("main")) ?? "", /Aucune résidence/);
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
  await page.selectOption("#source", { index: 1 });
  await page.selectOption("#dataUnitId", "GAZV");
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
  await page.selectOption("#sourceKind", "gaz-volume");
  await page.selectOption("#sourceType", { index: 1 });
  await page.click("form:has(#sourceKind) button[type=submit]");
  await page.waitForURL(/saved=sources#sources$/);
  const field = (name: string) => `#settings-new-${name}`;
  await page.fill(field("fromDate"), "2024-07-01");
  await page.fill(field("area"), "-3");
  await page.fill(field("peopleNb"), "60");
  await page.selectOption(field("djuSource"), { label: "Nancy" });
  await page.fill(field("q"), "100");
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

/**
 * 1 240 m³ × 11 kWh/m³ = 13 640 kWh, all heating; target 25 Wh/m²/DJU × 1 240 m² × 400 DJU = 12 400 kWh:
 * 10 % over, past the threshold of 5 %.
 */
async function readBalance(page: Page, settings: string): Promise<void> {
  await page.goto(settings.replace(/settings.*/, "energy-balance/monthly/2025"));
  strictEqual(await page.textContent("h1"), "Chaufferie principale | Bilan énergétique");
  const january = page.locator("tbody tr", { hasText: "janvier 2025" }).locator("td");
  const cells = (await january.allTextContents()).map((cell) => cell.replace(/\s/g, " ").trim());
  deepStrictEqual(cells.slice(0, 3), ["1 240", "13 640", "400,0"]);
  match(cells.join(" | "), /13 640 \| 27,5 \| 12 400 \| 25,0 \|.*10/);
  match((await page.textContent(".balance-summary")) ?? "", /Seuil dépassé/);
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`main #${name}`, value);
}
