import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { dateParts, datesOfMonth, isoMonth } from "@/lib/base/civil_dates.ts";
import { instantSegment, readInstantSegment } from "@/lib/base/period_instants.ts";
import { exactTotal } from "@/lib/base/sums.ts";
import { slotLabel } from "@/lib/base/text_periods.ts";
import { zonedSlots } from "@/lib/base/time_zones.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { isSuitable, type SeriesUser } from "@/lib/series/series_names.ts";
import { slotAxis } from "@/lib/series/text.ts";
import {
  keepUnknown,
  listUnknown,
  SOURCES_KEPT,
  type UnknownReadings,
} from "@/lib/series/unknown_sources.ts";
import { CURRENT_FOR_S, currentPoint } from "@/lib/timeseries/rhythm.ts";
import { sourceKey, sourceKeys } from "@/lib/timeseries/source_names.ts";
import { DATA_UNIT_IDS, dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import { hoursInDay } from "@/tests/base/period_laws.ts";
import { aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { asLandlord, plain, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, withStore } from "@/tests/helpers/fixtures.ts";
import { isForgotten, LINES } from "@/tests/helpers/some_series.ts";

// @spec periods.repeated-hours
Deno.test("slotAxis() gives every slot of every clock change from 2000 to 2040 a distinct name", () => {
  for (let year = 2000; year <= 2040; year++) {
    const days = changesOfHour(year);
    deepStrictEqual(days.map(({ hours }) => hours), [23, 25], `${year}`);
    for (const { month, day, hours } of days) {
      for (const [type, perHour] of [["hourly", 1], ["fivemin", 12]] as const) {
        const slots = zonedSlots({ type, year, month, day }).map(({ segment }) => segment);
        strictEqual(
          new Set(slotAxis(slots).titles).size,
          hours * perHour,
          `${type} ${year}-${month}`,
        );
        for (const slot of slots) {
          const instant = readInstantSegment(slot);
          strictEqual(instant && instantSegment(instant), slot);
        }
      }
    }
  }
});

/** The days of a year that do not have 24 hours. */
function changesOfHour(year: number) {
  return Array.from({ length: 12 }, (_, index) => datesOfMonth(isoMonth(year, index + 1))).flat()
    .map((date) => ({ ...dateParts(date), hours: hoursInDay(date) }))
    .filter(({ hours }) => hours !== 24);
}

Deno.test("slotLabel() distinguishes the two equal times in the night summer time ends", () => {
  deepStrictEqual(
    zonedSlots({ type: "hourly", year: 2026, month: 10, day: 25 }).slice(1, 5)
      .map(({ segment }) => slotLabel(segment)),
    ["01:00", "02:00 (heure d’été)", "02:00 (heure d’hiver)", "03:00"],
  );
  const halves = zonedSlots({ type: "fivemin", year: 2026, month: 10, day: 25 })
    .map(({ segment }) => slotLabel(segment));
  deepStrictEqual(halves.slice(35, 37), ["02:55 (heure d’été)", "02:00 (heure d’hiver)"]);
  strictEqual(slotLabel("2026-11-01T01-03:00"), "01:00 (UTC-03:00)");
});

// @spec series.list
Deno.test("seriesLines() names series and equipment, with the last reading of each", () => {
  deepStrictEqual(LINES.find(({ id }) => id === "gas"), {
    id: "gas",
    name: "Compteur gaz",
    dataUnitId: "GAZV",
    quantity: "Gaz (volume)",
    unit: "m³",
    scope: "facilities",
    equipment: { id: "e1", name: "Chaufferie" },
    source: "serial=7",
    use: null,
    decimals: 0,
    last: { value: 12.34, message: null, at: "2026-01-05T08:00:00Z" },
  });
});

// @spec series.units
Deno.test("DATA_UNITS is the catalogue, each with its unit, kind, sum and decimals", () => {
  const rows = DATA_UNIT_IDS.map((id) => {
    const { label, unit, kind, sum, dailyPrecision } = dataUnit(id);
    return `${id} ${label} · ${unit} · ${kind} · ${sum ? "yes" : "no"} · ${dailyPrecision}`;
  });
  deepStrictEqual(rows, [
    "TEMP Température · °C · instant · no · 1",
    "HUM Humidité · % · instant · no · 0",
    "CO2 CO₂ · ppm · instant · no · 0",
    "EFSV Eau froide · m³ · index · yes · 3",
    "ECSV Eau chaude · m³ · index · yes · 3",
    "ECSE Eau chaude (énergie) · kWh · index · yes · 0",
    "CHAE Chauffage (énergie) · kWh · index · yes · 0",
    "ELEC Électricité · kWh · index · yes · 1",
    "GAZV Gaz (volume) · m³ · index · yes · 0",
    "GAZE Gaz (énergie) · kWh · index · yes · 0",
    "RCUE Chauffage urbain · kWh · index · yes · 0",
    "BOIM Bois (masse) · kg · consumption · yes · 0",
    "SOLE Solaire thermique · kWh · index · yes · 0",
    "PVE Photovoltaïque · kWh · index · yes · 1",
    "IRRA Irradiance · W/m² · instant · no · 0",
    "TEXT Température extérieure · °C · instant · no · 1",
    "DJU DJU · °C·j · consumption · yes · 1",
    "TDEP Départ · °C · instant · no · 1",
    "TRET Retour · °C · instant · no · 1",
    "PACP Production de PAC · kWh · index · yes · 0",
    "PACC Consommation de PAC · kWh · index · yes · 0",
    "ETAT État ·  · state · no · 0",
  ]);
});

// @spec series.current-values
Deno.test("currentPoint() treats a value older than 24 hours as empty", () => {
  const last = { epochS: 1000, value: 20 };
  strictEqual(currentPoint(last, 1000 + CURRENT_FOR_S), last);
  strictEqual(currentPoint(last, 1001 + CURRENT_FOR_S), null);
  strictEqual(currentPoint(null, 0), null);
  strictEqual(CURRENT_FOR_S, 86_400);
});

Deno.test("exactTotal() adds without binary rounding errors", () => {
  strictEqual(exactTotal([0.1, 0.2, 0.3]), 0.6);
});

Deno.test("sourceKeys() has the device first, then the measurement, then all its tags", () => {
  const device = {
    measurement: "temperature",
    tags: [["house", "A12"], ["serial", "0101"], ["dev_eui", "ff"]] as const,
  };
  deepStrictEqual([...sourceKeys(device, "value")], [
    "temperature,serial=0101 value",
    "serial=0101 value",
    "serial=0101",
    "temperature,dev_eui=ff value",
    "dev_eui=ff value",
    "dev_eui=ff",
    "temperature,dev_eui=ff,house=A12,serial=0101 value",
  ]);
  strictEqual(sourceKey(device, "value"), "temperature,serial=0101 value");
  deepStrictEqual([...sourceKeys({ ...device, tags: [["b", "2"], ["a", "1"]] }, "rssi")], [
    "temperature,a=1,b=2 rssi",
  ]);
});

const place = { scope: "facilities", importedUnit: null } as const;

function unitsOf(user: SeriesUser): DataUnitId[] {
  return DATA_UNIT_IDS
    .filter((dataUnitId) => isSuitable(user, { ...place, dataUnitId }));
}

Deno.test("isSuitable() accepts the units that each entity reads", () => {
  deepStrictEqual(unitsOf("outdoorSource"), ["TEXT", "DJU"]);
  deepStrictEqual(unitsOf("outType"), ["TEMP", "TDEP"]);
  deepStrictEqual(unitsOf("backType"), ["TEMP", "TRET"]);
  for (const user of ["errorCode", "gate", "skydome"] as const) {
    deepStrictEqual(unitsOf(user), ["ETAT"]);
  }
  const energies = ["ECSE", "CHAE", "ELEC", "GAZE", "RCUE", "SOLE", "PVE", "PACP", "PACC"];
  deepStrictEqual(unitsOf("device"), energies);
  deepStrictEqual(unitsOf("producer"), ["PVE"]);
  deepStrictEqual(unitsOf("consumer"), ["ELEC"]);
  for (const user of ["cmv", "faultDetector"] as const) {
    strictEqual(unitsOf(user).length, DATA_UNIT_IDS.length);
  }
});

Deno.test("isSuitable() requires the scope, and a unit of the same quantity", () => {
  const meter = { ...place, dataUnitId: "ELEC" } as const;
  strictEqual(isSuitable("consumer", { ...meter, scope: "housing" }), false);
  strictEqual(isSuitable("consumer", { ...meter, scope: "housing" }, "housing"), true);
  strictEqual(isSuitable("device", { ...meter, importedUnit: "MWh" }), true);
  strictEqual(isSuitable("device", { ...meter, importedUnit: "m³" }), false);
});

const NOW_MS = Date.parse("2026-01-01T00:00:00Z");

function sent(names: readonly string[], value: number): Map<string, UnknownReadings> {
  const readings = [{ epochS: NOW_MS / 1_000 + value, value }];
  return new Map(names.map((name) => [name, { origin: { measure: "m", words: [] }, readings }]));
}

const NAMES = Array.from({ length: SOURCES_KEPT }, (_, at) => `m,serial=${at} value`);

Deno.test("keepUnknown() takes the known sources of a project without room, and no new one", () =>
  withStore(async (store) => {
    const keep = (names: readonly string[], value: number) =>
      keepUnknown(store, "p", sent(names, value), NOW_MS);
    await keep(NAMES, 1);
    await keep(["m,serial=new value"], 2);
    await keep([NAMES[7] ?? "", "m,serial=other value"], 4);
    const stored = await listUnknown(store, "p");
    strictEqual(stored.length, SOURCES_KEPT);
    deepStrictEqual(
      stored.filter(({ last }) => last?.value !== 1).map(({ sourceKey, last }) => [
        sourceKey,
        last?.value,
      ]),
      [[NAMES[7], 4]],
    );
  }));

Deno.test("keepUnknown() takes a new source once another was deleted", () =>
  withStore(async (store) => {
    const isStored = async (name: string) =>
      (await listUnknown(store, "p")).some(({ sourceKey }) => sourceKey === name);
    const first = "m,serial=first value";
    const keep = () => keepUnknown(store, "p", sent([first], 1), NOW_MS);
    await keepUnknown(store, "p", sent(NAMES, 1), NOW_MS);
    await keep();
    strictEqual(await isStored(first), false);
    await isForgotten(store, NAMES[0] ?? "");
    await keep();
    strictEqual(await isStored(first), true);
  }));

const PATH = `/collect/${PROJECT}/manual-index`;

/** A visitor with some roles, in a residence with a water meter of typed indexes. */
function withMeter(
  roles: Role[],
  test: (visitor: Visitor, meter: string, ask: CallFunction) => Promise<void>,
  scope: "facilities" | "housing" = "facilities",
): Promise<void> {
  return withSite(async (site) => {
    const { ask: setter } = await aMember(site, {
      email: "tom@bailleur.fr",
      roles: ["collect"],
    });
    const body = seriesDraft({
      dataUnitId: "EFSV",
      scope,
      renamed: "Eau générale",
      manualIndex: true,
    });
    const made = await answerOf(setter("createDataseries", { projectId: PROJECT, body }));
    await someone(site, { roles });
    const visitor = await site.signIn();
    await test(visitor, made.id, setter);
  });
}

const TYPIST: Role[] = ["collect:config:manualindex:write"];

Deno.test("an index is typed, listed with its consumption, exported and deleted, without any script", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    match((await visitor.get(PATH)).text, /Aucun index saisi/);
    const typed = { form: "index", seriesId, houseId: "", date: "2026-01-01", value: "1 204,5" };
    const sent = await visitor.post(PATH, typed);
    deepStrictEqual([sent.status, sent.headers.get("location")], [303, PATH]);
    await visitor.post(PATH, { ...typed, date: "2026-02-01", value: "1300" });
    const page = await visitor.get(PATH);
    strictEqual(page.title, "Les Lilas | Index saisis à la main");
    match(page.html, /class="table-box table-box-wide"/);
    match(
      plain(page.text),
      /2 index saisis .*01\/02\/2026 Eau générale 1 300 95,5 m³ ada@bailleur.fr.*01\/01\/2026 Eau générale 1 204,5 m³ ada@bailleur.fr/,
    );
    strictEqual(
      (await visitor.get(`${PATH}?csv=semicolon`)).html.split("\r\n")[1],
      "01/02/2026;Eau générale;;1300;95,5;m³;ada@bailleur.fr;",
    );
    const [, indexId = ""] = /name="indexId" value="([^"]+)"/.exec(page.html) ?? [];
    await visitor.post(PATH, { form: "index", intent: "remove", indexId });
    await visitor.post(PATH, { form: "index", intent: "remove", indexId });
    match(plain((await visitor.get(PATH)).text), /1 index saisi .*01\/01\/2026/);
  }));

// @spec imports.formats
Deno.test("the file of typed indexes is imported as the same readings: the file stays the same", () =>
  withMeter(["collect"], async (visitor, seriesId) => {
    const typed = { form: "index", seriesId, houseId: "", date: "2026-01-01", value: "1 204,5" };
    await visitor.post(PATH, typed);
    await visitor.post(PATH, { ...typed, date: "2026-02-01", value: "1300" });
    for (const dialect of ["comma", "semicolon"]) {
      const exported = (await visitor.get(`${PATH}?csv=${dialect}`)).html;
      const data = new FormData();
      data.set("intent", "import");
      data.set("file", new File([exported], "index.csv"));
      const sent = await visitor.post(`/collect/${PROJECT}/sensors/readings`, data);
      match(plain(sent.text), /2 lignes lues, 0 ajoutée, 0 remplacée, 2 identiques/);
      strictEqual((await visitor.get(`${PATH}?csv=${dialect}`)).html, exported);
    }
  }));

Deno.test("meter replaced between two indexes is counted across it, with a notice beside the figure", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get("/collect/p02/manual-index");
    const replaced = /01\/07\/2025 Eau froide générale (\d+) (\d+) compteur remplacé le 17\/06 m³/;
    const [, index = "", counted = ""] = replaced.exec(plain(page.text)) ?? [];
    // Each meter counted about half of the month: the new one is at its own half.
    const share = Number(index) / Number(counted);
    ok(share > 0.49 && share < 0.51, `${index} of ${counted}`);
    const file = await visitor.get("/collect/p02/manual-index?csv=semicolon");
    match(
      file.html,
      new RegExp(`;${index};${counted};m³;[^;]*;compteur remplacé le 17/06\r\n`),
    );
  }));

// @spec indexes.contradiction, indexes.list, calls.to-confirm
Deno.test("an index that contradicts those typed is confirmed in a second step, and listed as doubtful", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    const typed = (date: string, value: string) => ({
      form: "index",
      seriesId,
      houseId: "",
      date,
      value,
    });
    await visitor.post(PATH, typed("2026-01-10", "1100,5"));
    await visitor.post(PATH, typed("2026-01-20", "1300"));
    const wrong = typed("2026-01-15", "5");
    const asked = await visitor.post(PATH, wrong);
    strictEqual(asked.status, 409);
    match(asked.text, /Rien n’est encore enregistré .*enregistre l’index 5, qui contredit/);
    match(plain((await visitor.get(PATH)).text), /2 index saisis/);
    const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(asked.html) ?? [];
    strictEqual((await visitor.post(PATH, { ...wrong, confirmed })).status, 303);
    // 199.5 in ten days: half until the wrong index, half after it.
    const note = "chiffre douteux : un index erroné ou à confirmer, ou un saut d’index";
    match(
      plain((await visitor.get(PATH)).text),
      new RegExp(
        `20/01/2026 Eau générale 1 300 99,75 ${note} m³.*15/01/2026 Eau générale 5 99,75 ${note} m³`,
      ),
    );
    const file = plain((await visitor.get(`${PATH}?csv=semicolon`)).html);
    match(file, new RegExp(`15/01/2026;Eau générale;;5;99,75;m³;ada@bailleur.fr;${note}`));
  }));

// @spec indexes.list, series.verdicts
Deno.test("an index that waits counts nothing, the list says so, and who types answers what it is", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    const typed = { form: "index", seriesId, houseId: "", date: "2026-01-10", value: "1100" };
    await visitor.post(PATH, typed);
    const wrong = { ...typed, date: "2026-01-20", value: "5" };
    const { html } = await visitor.post(PATH, wrong);
    const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(html) ?? [];
    await visitor.post(PATH, { ...wrong, confirmed });
    const page = await visitor.get(PATH);
    match(plain(page.text), /Eau générale 5 rien de compté chiffre douteux/);
    // Who types answers here: 5 does not follow 1 100, so nothing is counted, then the register goes on from it.
    match(
      plain(page.text),
      /1 relevé à confirmer .*Eau générale 5 m³ 20\/01\/2026 à 12:00 1 100 m³/,
    );
    const at = page.value("at") ?? "";
    const answer = { form: "verdict", series: seriesId, houseId: "", at, value: "5" };
    const said = await visitor.post(PATH, { ...answer, intent: "real" });
    strictEqual(said.headers.get("location"), `${PATH}?saved=doubts#doubts`);
    match(plain((await visitor.get(PATH)).text), /1 réponse .*Vrai ada@bailleur.fr/);
    await visitor.post(PATH, { ...typed, date: "2026-01-25", value: "7" });
    match(plain((await visitor.get(PATH)).text), /25\/01\/2026 Eau générale 7 2 m³/);
  }));

Deno.test("the page opens to those who type indexes, and is in their menu where a series has typed indexes", () =>
  withMeter(["collect:read"], async (visitor) => {
    strictEqual((await visitor.get(PATH)).status, 403);
    strictEqual(
      (await visitor.post(PATH, { form: "index", intent: "remove", indexId: "x" })).status,
      403,
    );
    ok(!(await visitor.get(`/collect/${PROJECT}`)).html.includes(PATH));
  }).then(() =>
    withMeter(TYPIST, async (visitor) => {
      ok((await visitor.get(`/collect/${PROJECT}`)).html.includes(`href="${PATH}"`));
    })
  ));

Deno.test("an old date must be confirmed, and is accepted once its box is ticked, without any script", () =>
  withMeter(TYPIST, async (visitor, seriesId) => {
    const typed = { form: "index", seriesId, houseId: "", date: "2001-01-01", value: "1" };
    strictEqual(/acceptOld/.test((await visitor.get(PATH)).html), false);
    const asked = await visitor.refused(PATH, typed);
    match(asked.text, /Cette date est très ancienne/);
    match(asked.html, /type="checkbox" id="acceptOld" name="acceptOld"/);
    strictEqual((await visitor.post(PATH, { ...typed, acceptOld: "on" })).status, 303);
    match((await visitor.get(PATH)).text, /01\/01\/2001/);
  }));
