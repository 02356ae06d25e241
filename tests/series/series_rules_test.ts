import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { exactTotal } from "@/lib/base/sums.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { CURRENT_FOR_S, currentPoint } from "@/lib/timeseries/rhythm.ts";
import { sourceKey, sourceKeys } from "@/lib/timeseries/source_names.ts";
import {
  DATA_UNIT_IDS,
  DATA_UNITS,
  dataUnit,
  isDataUnitId,
  unitOrder,
} from "@/lib/timeseries/units.ts";

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

Deno.test("isDataUnitId() is true for the catalogue and nothing else", () => {
  strictEqual(isDataUnitId("GAZV"), true);
  strictEqual(isDataUnitId("gazv"), false);
  strictEqual(isDataUnitId("toString"), false);
  strictEqual(unitOrder("TEMP"), 0);
  strictEqual(unitOrder("ETAT"), Object.keys(DATA_UNITS).length - 1);
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

Deno.test("exactTotal() of any finite numbers is finite", () => {
  strictEqual(exactTotal([1e308, 1e308]), Number.MAX_VALUE);
  strictEqual(exactTotal([-1e308, -1e308]), -Number.MAX_VALUE);
  strictEqual(exactTotal([1e300, 21]), 1e300);
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

Deno.test("storedSeriesId() is different for each dwelling", () => {
  strictEqual(storedSeriesId("cold", null), "cold");
  strictEqual(storedSeriesId("cold", "h1"), "cold@h1");
});
