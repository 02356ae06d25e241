import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { dateParts, datesOfMonth, isoMonth } from "@/lib/base/civil_dates.ts";
import { instantSegment, readInstantSegment } from "@/lib/base/period_instants.ts";
import { exactTotal } from "@/lib/base/sums.ts";
import { slotLabel } from "@/lib/base/text_periods.ts";
import { zonedSlots } from "@/lib/base/time_zones.ts";
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
import { withStore } from "@/tests/helpers/fixtures.ts";
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
