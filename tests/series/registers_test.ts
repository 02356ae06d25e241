import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { HOUSE_HOURLY, HOUSE_MODES, type HouseModeFeature } from "@/lib/residences/features.ts";
import { keepUnknown } from "@/lib/series/unknown_sources.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Key, Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aMember, aSeries, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import {
  asLandlord,
  type Page,
  plain,
  type Site,
  type Visitor,
  withSite,
  withVisitor,
} from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const ROWS = 5_000;
/** Unknown sources of a residence. */
const UNKNOWN = 500;
const PAGE_ROWS = 20;
const MOST_BYTES = 20 * 1_024;
const ROWS_PER_COMMIT = 200;

/** A landlord of a residence, signed in. */
async function landlordOf(site: Site): Promise<{ visitor: Visitor; series: string }> {
  const { ask } = await aMember(site, { isAdmin: true, roles: ["collect"] });
  const visitor = await site.signIn();
  const series = await aHousingSeries(ask, "EFSV");
  await aSeries(ask, "GAZV");
  return { visitor, series };
}

async function writeAll(
  store: Store,
  count: number,
  rowOf: (rank: number, name: string) => readonly (readonly [Key, unknown])[],
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_PER_COMMIT) {
    const atomic = store.atomic();
    for (let rank = from; rank < Math.min(count, from + ROWS_PER_COMMIT); rank++) {
      for (const [key, value] of rowOf(rank, nameOf(rank))) atomic.set(key, value);
    }
    await atomic.commit();
  }
}

/** Names that are no prefix of one another. */
function nameOf(rank: number): string {
  return `ligne-${String(rank).padStart(4, "0")}.`;
}

/**
 * Checks that the first page is light, shows the count, and links up to the last page; that a
 * search and a file find the others.
 */
async function looksPaged(visitor: Visitor, path: string, count: number): Promise<void> {
  const first = await visitor.get(path);
  strictEqual(first.status, 200);
  const bytes = gzipSync(first.html, { level: 4 }).length;
  ok(bytes <= MOST_BYTES, `${path}: ${bytes} bytes`);
  strictEqual(namesIn(first.html).size, PAGE_ROWS);
  const last = Math.ceil(count / PAGE_ROWS);
  const address = `${path}?page=${last}`;
  ok(first.html.includes(`href="${address}"`), `no link to ${address}`);
  const [second, end] = [await visitor.get(`${path}?page=2`), await visitor.get(address)];
  const seen = new Set([first, second, end].flatMap(({ html }) => [...namesIn(html)]));
  strictEqual(seen.size, 3 * PAGE_ROWS);
  const middle = nameOf(Math.floor(count / 2) + 7);
  const found = await visitor.get(`${path}?filter:search=${encodeURIComponent(middle)}`);
  deepStrictEqual([...namesIn(found.html)], [middle]);
  const file = await visitor.get(`${path}?csv=semicolon`);
  strictEqual(namesIn(file.html).size, count);
}

/** Names on a page, except the options and hints of its forms. */
function namesIn(html: string): ReadonlySet<string> {
  const shown = html.replaceAll(/<option[^]*?<\/option>|<p class="field-hint"[^]*?<\/p>/g, "");
  return new Set([...shown.matchAll(/ligne-\d{4}\./g)].map(([name]) => name));
}

// @spec tables.pages
Deno.test("the sources of a series, unknown sources, outdoor sources and consumers are paginated lists", () =>
  withSite(async (site) => {
    const { store } = site;
    const { visitor, series } = await landlordOf(site);
    const operation = { form: "operation", name: "Soleil", operationNumber: "", version: "0" };
    const sharing = { startDate: "2026-01-01", sharing: "static" };
    const overview = links.autoconsumption(PROJECT);
    strictEqual((await visitor.post(overview, { ...operation, ...sharing })).status, 303);
    await writeAll(store, ROWS, (rank, name) => [
      [keys.outdoorSource(PROJECT, `o${rank}`), {
        name,
        method: "meteo",
        seriesId: null,
        station: "",
      }],
      [keys.accConsumer(PROJECT, `c${rank}`), {
        name,
        prm: String(10_000_000_000_000 + rank),
        houseId: null,
        seriesId: null,
        sharePercent: null,
        status: "invited",
        presences: [],
      }],
      [keys.seriesSource(PROJECT, `s${name}`), {
        seriesId: series,
        houseId: null,
        kind: "index",
        attachedAtMs: site.clock.now(),
      }],
    ]);
    const unknown = Array.from({ length: UNKNOWN }, (_, rank) => {
      const readings = [{ epochS: Math.floor(site.clock.now() / 1_000), value: rank }];
      return [nameOf(rank), { readings, origin: { measure: nameOf(rank), words: [] } }] as const;
    });
    await keepUnknown(store, PROJECT, new Map(unknown), site.clock.now());
    await store.atomic().sum(keys.version("project", PROJECT), 1n).commit();
    await looksPaged(visitor, links.outdoorSources(PROJECT), ROWS);
    await looksPaged(visitor, overview, ROWS);
    await looksPaged(visitor, links.seriesSettings(PROJECT, series), ROWS);
    await looksPaged(visitor, links.sensors(PROJECT), UNKNOWN);
  }));

// The demo in February 2026: its meters were replaced in February and March 2025.
const ROOM = "/collect/p01/boilerrooms/p01-c1";
const HOUSES = "/collect/p01/houses";

const LEGEND = /À savoir, dit plus bas/;

Deno.test("balance shows which meter was replaced: a note of its month, a mark of its chart", () =>
  asLandlord(async (visitor) => {
    const year = await visitor.get(`${ROOM}/energy-balance/monthly/2025`);
    match(year.text, /février 2025\s*: Compteur de gaz remplacé le 17\/02\/2025\./);
    match(year.text, LEGEND);
    const season = await visitor.get(`${ROOM}/energy-balance/monthly-shifted/2024`);
    match(season.text, /Compteur de gaz remplacé le 17\/02\/2025\./);
    const before = await visitor.get(`${ROOM}/energy-balance/monthly/2024`);
    ok(!/remplacé|dit plus bas/.test(before.text));
  }));

Deno.test("all dwellings together show the count of meters replaced in a slot, on the page and in the file", () =>
  asLandlord(async (visitor) => {
    const all = `${HOUSES}/all/p01-l-efs`;
    const year = await visitor.get(`${all}/monthly/2025`);
    const march = /mars 2025 .{1,60}Complet 5\s*remplacements de compteur, du 10\/03 au 12\/03/;
    match(year.text, march);
    match(year.text, LEGEND);
    match(year.html, /<title>5\s*remplacements de compteur, du 10\/03 au 12\/03 /);
    const days = await visitor.get(`${all}/daily/2025/03`);
    match(days.text, /10 mars 2025 .{1,60}2\s*remplacements de compteur, le 10\/03/);
    match(days.text, /12 mars 2025 .{1,60}compteur remplacé le 12\/03/);
    const file = await visitor.get(`${all}/monthly/2025?csv=semicolon`);
    match(file.html, /2025-03;.*5\s*remplacements de compteur, du 10\/03 au 12\/03/);
  }));

Deno.test("the page of a dwelling's meter shows when it was replaced, and its other pages do not", () =>
  asLandlord(async (visitor) => {
    const one = `${HOUSES}/p01-l001`;
    const water = await visitor.get(`${one}/p01-l-efs/monthly/2025`);
    match(water.text, /compteur remplacé le 10\/03/);
    const hour = await visitor.get(`${one}/p01-l-efs/hourly/2025/03/10`);
    match(hour.text, /12:00 .{1,60}compteur remplacé le 10\/03/);
    const power = await visitor.get(`${one}/p01-l-elec/monthly/2025`);
    ok(!/remplacé|dit plus bas/.test(power.text));
  }));

const EMITTERS = /Émetteurs radio des compteurs remplacés, cage A, du 10 au 12 mars 2025/;

Deno.test("annotations of dwellings are shown with the figures of all and of one, under the chart, in files", () =>
  asLandlord(async (visitor) => {
    for (const place of ["all", "p01-l001"]) {
      const path = `${HOUSES}/${place}/p01-l-efs`;
      const year = await visitor.get(`${path}/monthly/2025`);
      match(year.text, EMITTERS);
      match(year.text, /Du 10 au 12 mars 2025\s*: Émetteurs radio/);
      ok(year.html.includes('href="/collect/p01/series/p01-l-efs#annotations"'));
      const file = await visitor.get(`${path}/monthly/2025?csv=semicolon`);
      match(file.html, /;État;Compteur;Annotations\r\n/);
      match(file.html, /2025-03;.*cage A, du 10 au 12 mars 2025\r\n/);
    }
    const power = await visitor.get(`${HOUSES}/all/p01-l-elec/monthly/2025`);
    ok(!EMITTERS.test(power.text));
  }));

Deno.test("an hour or five minutes of an annotated day are marked, and the list under them has the text", () =>
  asLandlord(async (visitor) => {
    const hours = await visitor.get(`${HOUSES}/p01-l001/p01-l-efs/hourly/2025/03/10`);
    match(hours.text, /00:00 \d.{1,60} annoté/);
    match(hours.text, /Du 10 au 12 mars 2025\s*: Émetteurs radio/);
    const fine = await visitor.get("/collect/p01/facilities/p01-c1-gaz/fivemin/2025/03/04");
    match(fine.text, /00:00 \d.{1,60} annoté/);
    match(fine.text, /Du 4 au 5 mars 2025\s*: Essais de combustion/);
    const file = await visitor.get(
      `${HOUSES}/p01-l001/p01-l-efs/hourly/2025/03/10?csv=semicolon`,
    );
    match(file.html, /2025-03-10T08;.*cage A, du 10 au 12 mars 2025\r\n/);
    const day = await visitor.get(`${HOUSES}/p01-l001/p01-l-efs/hourly/2025/03/13`);
    ok(!/annoté/.test(day.text));
  }));

const AT = { projectId: PROJECT };
const SENSORS = `/collect/${PROJECT}/sensors`;
/** Midnight in Paris of 20 January 2026. */
const START_S = Date.parse("2026-01-19T23:00:00Z") / 1_000;

interface Sent {
  readonly visitor: Visitor;
  readonly ask: CallFunction;
  readonly series: string;
  /** Path of the page of the series. */
  readonly path: string;
}

/** The cold water of a dwelling, at most 3.2 m³ an hour, with a register each midnight. */
function withRegisters(
  registers: readonly number[],
  test: (sent: Sent) => Promise<void>,
  houseMode: HouseModeFeature = HOUSE_MODES.Detailed,
): Promise<void> {
  const features = { houseMode, houseHourly: HOUSE_HOURLY.AllFiveMin };
  return withVisitor({ roles: ["collect"] }, async ({ site, visitor, ask }) => {
    const body = seriesDraft({ dataUnitId: "EFSV", scope: "housing", renamed: "Eau froide" });
    const series = (await answerOf(ask("createDataseries", { ...AT, body }))).id;
    const houseId = await aHouse(ask, { name: "A12" });
    const readings = registers.map((value, day) => ({ epochS: START_S + day * 86_400, value }));
    await storedSeries(site).append([{
      seriesId: `${series}@${houseId}`,
      kind: "index",
      readings,
    }]);
    await test({ visitor, ask, series, path: `/collect/${PROJECT}/series/${series}` });
  }, { residence: { features } });
}

/** The hidden fields of the first form of a kind, and the value of one of its buttons. */
function formOf({ html }: Page, name: string, intent?: string): Record<string, string> {
  const forms = html.split("<form").slice(1).map((one) => one.split("</form>")[0] ?? "");
  const form = forms.find((one) => one.includes(`name="form" value="${name}"`)) ?? "";
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
    .flatMap(([, field = "", value = ""]) => field === "intent" ? [] : [[field, value] as const]);
  return { ...Object.fromEntries(fields), ...intent !== undefined && { intent } };
}

// @spec series.verdicts
Deno.test("a reading that waits is answered on the page of its series, listed with who answered, and taken back", () =>
  withRegisters([100, 101, 300, 500], async ({ visitor, path }) => {
    const page = await visitor.get(path);
    match(
      plain(page.text),
      /Relevés à confirmer .*2 relevés à confirmer .*Eau froide A12 500 m³ 23\/01\/2026 à 00:00 101 m³ 21\/01\/2026 à 00:00 399 m³ rien, chiffres douteux Vrai.*Faux.*Eau froide A12 300 m³ 22\/01\/2026 à 00:00 101 m³ 21\/01\/2026 à 00:00 500 m³ 23\/01\/2026 à 00:00 199 m³/,
    );
    const answered = await visitor.post(path, formOf(page, "verdict", "error"));
    strictEqual(answered.headers.get("location"), `${path}?saved=doubts#doubts`);
    const after = await visitor.get(`${path}?saved=doubts`);
    match(
      plain(after.text),
      /Modifications enregistrées 1 relevé à confirmer.*1 réponse .*500 m³ 23\/01\/2026 à 00:00 Faux ada@bailleur.fr 10\/02\/2026 .*Retirer/,
    );
    await visitor.post(path, formOf(after, "verdict-removal"));
    const back = await visitor.get(path);
    match(plain(back.text), /2 relevés à confirmer/);
    ok(!/1 réponse/.test(plain(back.text)));
    strictEqual((await visitor.post(path, formOf(back, "verdict"))).status, 400);
  }));

// @spec series.verdicts
Deno.test("a reading corrected since its page was shown is not answered, and the page says why", () =>
  withRegisters([100, 101, 300], async ({ visitor, path }) => {
    const form = formOf(await visitor.get(path), "verdict", "real");
    const stale = await visitor.post(path, { ...form, value: "299" });
    strictEqual(stale.status, 409);
    match(plain(stale.text), /Une autre personne a enregistré une modification entre-temps/);
  }));

// @spec series.verdicts
Deno.test("« Capteurs » lists the readings that wait of the residence, and raises a rate in one click", () =>
  withRegisters([100, 220, 340, 460], async ({ visitor, ask, series }) => {
    const page = await visitor.get(SENSORS);
    match(plain(page.text), /3 relevés à confirmer/);
    // (120 − 1) / 24 = 4.958, rounded up; 460 − 100.
    match(
      plain(page.text),
      /Débit maximal trop bas \? Eau froide : trois relevés de suite de 1 logement dépassent 3,2 m³ par heure depuis le 21\/01\/2026 à 00:00\. Porté à 5 m³ par heure, pour tous les logements de la série, le débit maximal les fait compter : 360 m³ de plus\. Porter à 5 m³ par heure/,
    );
    const raised = await visitor.post(SENSORS, formOf(page, "max-rate"));
    strictEqual(raised.headers.get("location"), `${SENSORS}?saved=doubts#doubts`);
    const [read] = (await answerOf(ask("listDataseries", AT))).filter(({ id }) => id === series);
    strictEqual(read?.maxRatePerHour, 5);
    strictEqual(read.renamed, "Eau froide");
    ok(!/relevés à confirmer/.test(plain((await visitor.get(SENSORS)).text)));
    const stale = { ...formOf(page, "max-rate"), rate: "6" };
    strictEqual((await visitor.post(SENSORS, stale)).status, 409);
  }));

// @spec series.verdicts, housing.visibility
Deno.test("an anonymous dwelling shows that readings wait, without their values and without answers", () =>
  withRegisters([100, 101, 300], async ({ visitor, path }) => {
    const page = await visitor.get(path);
    match(
      plain(page.text),
      /1 relevé à confirmer .*A12 masqué 22\/01\/2026 .*Ce logement ne montre pas/,
    );
    ok(!page.html.includes("300 m³") && !page.html.includes('value="verdict"'));
  }, HOUSE_MODES.Anonymous));
