import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  FAULT_ALARM_KINDS,
  type FaultAlarmKind,
  isErrorCode,
  isFaultReported,
  isOpenTooLong,
  openingOf,
} from "@/lib/facilities/faults.ts";
import {
  type DailyDju,
  DJU_METHODS,
  type DjuMethod,
  djuOfDay,
  djuOfMonth,
} from "@/lib/facilities/degree_days.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { circuitColumns } from "@/components/facilities/sensor_tables.tsx";
import { boundsStatus } from "@/components/facilities/CurrentValues.tsx";
import { keyValues, roomBounds } from "@/lib/facilities/current_values.ts";
import {
  boilerRoomSettingsDraft,
  type FacilityValue,
  type HeatingCircuit,
  heatingCircuitDraft,
  heatingSeason,
  heatingSeasonList,
} from "@/lib/facilities/schema.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { aSeries } from "@/tests/helpers/some_series.ts";
import { DJU_CONTRACT_LIMITS } from "@/lib/facilities/energy_setting_limits.ts";
import { committedValue } from "@/lib/ui/number_input.ts";
import { refused, refusedChanges } from "@/tests/helpers/schema_examples.ts";

const { OnEmit, OnNoEmit, OnAlarmData, OnAlarmDataInv } = FAULT_ALARM_KINDS;
const NOW_S = 1_000_000;

/** A detector's reading some minutes ago. */
function said(minutesAgo: number, state: number | string = 1) {
  return { epochS: NOW_S - 60 * minutesAgo, state };
}

Deno.test("isFaultReported() by emission lasts ten minutes, by silence starts after an hour", () => {
  const ages = [0, 10, 10.1, 60, 60.1, 600];
  const reported = (kind: FaultAlarmKind) =>
    ages.filter((ago) => isFaultReported(kind, said(ago), NOW_S));
  deepStrictEqual(reported(OnEmit), [0, 10]);
  deepStrictEqual(reported(OnNoEmit), [60.1, 600]);
});

Deno.test("isFaultReported() by data is true for any value but zero, or for zero on an inverted contact", () => {
  const states = [0, 1, -1, "0", "off", "fermé", "on", "défaut"];
  const reported = (kind: FaultAlarmKind) =>
    states.filter((state) => isFaultReported(kind, said(5, state), NOW_S));
  deepStrictEqual(reported(OnAlarmData), [1, -1, "on", "défaut"]);
  deepStrictEqual(reported(OnAlarmDataInv), [0, "0", "off", "fermé"]);
});

// @spec facilities.fault-detectors
Deno.test("isFaultReported() of a detector that has never sent is true by silence only", () => {
  const kinds = Object.values(FAULT_ALARM_KINDS);
  deepStrictEqual(kinds.filter((kind) => isFaultReported(kind, null, NOW_S)), [OnNoEmit]);
});

// @spec facilities.bounds
Deno.test("isErrorCode() is true for a code that is not a normal one, number or text", () => {
  const reader = { normalCodes: ["0", "OK"] };
  const codes = [0, "OK", " 0 ", 12, "E4", "ok"];
  deepStrictEqual(codes.filter((code) => isErrorCode(reader, code)), [12, "E4", "ok"]);
});

// @spec facilities.buildings
Deno.test("openingOf() reads numbers and words, French or English, and is null for others", () => {
  deepStrictEqual([0, 1, 2].map(openingOf), ["closed", "open", "open"]);
  deepStrictEqual(["Ouvert", "ouverte", "OPEN", "1"].map(openingOf), Array(4).fill("open"));
  deepStrictEqual([" fermé", "Fermée", "closed", "0"].map(openingOf), Array(4).fill("closed"));
  strictEqual(openingOf("F 28"), null);
});

// @spec facilities.gates
Deno.test("isOpenTooLong() is true once the hours have passed since the opening, and never while closed", () => {
  const opened = { state: 1, fromS: 10_000, toS: null };
  strictEqual(isOpenTooLong(opened, 2, 10_000 + 7_200), false);
  strictEqual(isOpenTooLong(opened, 2, 10_000 + 7_201), true);
  strictEqual(isOpenTooLong({ ...opened, state: "fermé" }, 2, 99_999), false);
  strictEqual(isOpenTooLong(null, 0, 99_999), false);
});

function near(actual: number | null, expected: number): void {
  ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

// @spec degree-days.formula
Deno.test("djuOfDay() counts below 18 °C by its method; null when a temperature is missing or the extremes are reversed", () => {
  const none = null;
  const rows: [why: string, minC: number | null, maxC: number | null, DjuMethod, number | null][] =
    [
      ["18 − (2 + 10) / 2", 2, 10, "meteo", 12],
      ["below zero", -8, -2, "meteo", 23],
      ["18 − 16", 10, 22, "meteo", 2],
      ["b = 8/12: 12 · b · (0,08 + 0,42 · b)", 10, 22, "costic", 2.88],
      ["b = 2/10: 10 · b · (0,08 + 0,42 · b)", 16, 26, "costic", 0.328],
      ["as meteo up to 18", 2, 10, "costic", 12],
      ["as meteo at 18", 10, 18, "costic", 4],
      ["never below 18", 18, 25, "costic", 0],
      ["18 all day", 18, 18, "costic", 0],
      ["no highest", 2, none, "meteo", none],
      ["no lowest", none, 10, "costic", none],
      ["no mean", 2, 10, "mean", none],
      ["reversed", 12, 10, "meteo", none],
      ["reversed", 12, 10, "costic", none],
    ];
  for (const [why, minC, maxC, method, expected] of rows) {
    const dju = djuOfDay({ minC, maxC, meanC: null }, method);
    if (expected === null) strictEqual(dju, null, why);
    else near(dju, expected);
  }
  const onlyMean = { minC: null, maxC: null, meanC: 4.5 };
  near(djuOfDay(onlyMean, "mean"), 13.5);
  strictEqual(djuOfDay(onlyMean, "meteo"), null);
});

Deno.test("djuOfDay() is never negative, and 0 when the day never goes below 18", () => {
  const celsius = fc.integer({ min: -300, max: 450 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(celsius, celsius, fc.constantFrom(...DJU_METHODS), (one, other, method) => {
      const [minC, maxC] = one < other ? [one, other] : [other, one];
      const dju = djuOfDay({ minC, maxC, meanC: (minC + maxC) / 2 }, method);
      ok(dju !== null && dju >= 0);
      if (minC >= 18) strictEqual(dju, 0);
      if (maxC <= 18) near(dju, 18 - (minC + maxC) / 2);
    }),
    { numRuns: 500, seed: 20260101 },
  );
});

const DAILY: DailyDju = {
  "2024-02-01": 10,
  "2024-02-02": 12.5,
  "2024-02-03": null,
  "2024-02-04": 8,
  "2024-03-01": 5,
  "2024-07-01": 0,
  "2024-07-02": 0,
};

// @spec degree-days.months
Deno.test("djuOfMonth() adds the known days, with their share of those expected; null when none was read", () => {
  const rows: [month: string, until: string, value: number | null, completeness: number][] = [
    ["2024-02", "2024-12-31", 30.5, 3 / 29],
    ["2024-02", "2024-02-04", 30.5, 3 / 4],
    ["2024-02", "2024-02-02", 22.5, 1],
    ["2024-04", "2024-12-31", null, 0],
    ["2024-02", "2024-01-31", null, 0],
    ["2024-07", "2024-07-02", 0, 1],
  ];
  for (const [month, until, value, completeness] of rows) {
    deepStrictEqual(djuOfMonth(DAILY, month, { until }), { value, completeness, estimated: false });
  }
});

function aValue(seriesId: string, value: number | null): FacilityValue {
  const at = "2026-01-05T08:00:00Z";
  return { seriesId, equipmentId: null, at, value, message: null };
}

const ROOM = new Set(["room", "circuit"]);

function shown(series: readonly ProjectSeries[], values: readonly FacilityValue[]): string[] {
  return keyValues(series, values, ROOM).map(({ series: { id } }) => id);
}

Deno.test("keyValues() shows flows and returns before air temperatures, of the place and its content, with a recent value, also of 0", () => {
  const series = [
    aSeries("air", "TEMP", { equipmentId: "room" }),
    aSeries("back", "TRET", { equipmentId: "circuit" }),
    aSeries("out", "TDEP", { equipmentId: "room" }),
    aSeries("gas", "GAZV", { equipmentId: "room" }),
    aSeries("elsewhere", "TDEP", { equipmentId: "other" }),
    aSeries("nowhere", "TDEP", { equipmentId: null }),
  ];
  deepStrictEqual(shown(series, series.map(({ id }) => aValue(id, 20))), ["out", "back", "air"]);
  deepStrictEqual(shown(series, [aValue("out", null), aValue("back", 0)]), ["back"]);
});

const CIRCUIT: HeatingCircuit = {
  id: "c1",
  name: "Circuit 1",
  enabled: true,
  outMin: 20,
  outMax: 75,
  backMin: 20,
  backMax: 60,
  outType: "out",
  backType: "back",
  isHotWater: false,
  version: "1",
};

/** The cell of the state of a circuit whose flow is at 55 °C. */
function stateOf(circuit: HeatingCircuit) {
  const at = "2026-01-15T10:00:00Z";
  const value = { seriesId: "out", equipmentId: "c1", at, value: 55, message: null };
  const columns = circuitColumns({ values: new Map([["out", value]]), hrefOf: () => "" });
  return columns.find(({ field }) => field === "state")?.value?.(circuit);
}

Deno.test("circuitColumns() do not report a circuit with a silent return as within its bounds", () => {
  deepStrictEqual(stateOf(CIRCUIT), "Retour sans valeur");
});

const OUT = { name: "Départ", value: 55, min: 20, max: 75 };
const BACK = { name: "Retour", value: 42, min: 20, max: 60 };

Deno.test("boundsStatus() reports a value out of its bounds before a missing one, and names what is missing", () => {
  const [noOut, noBack] = [{ ...OUT, value: null }, { ...BACK, value: null }];
  const rows = [
    [[OUT, BACK], "good", "Dans les bornes"],
    [[OUT, noBack], "info", "Retour sans valeur"],
    [[noOut, BACK], "info", "Départ sans valeur"],
    [[{ ...OUT, value: 80 }, noBack], "bad", "Hors bornes"],
  ] as const;
  for (const [values, tone, label] of rows) deepStrictEqual(boundsStatus(values), { tone, label });
});

const BOUNDED_ROOM = { id: "r", name: "Chaufferie", code: "", location: "", operator: "" };

// @spec facilities.bounds
Deno.test("roomBounds() checks only the air of the room, where it has a bound", () => {
  const series = [
    { id: "air", dataUnitId: "TEMP", equipmentId: "r" },
    { id: "humid", dataUnitId: "HUM", equipmentId: "r" },
    { id: "flow", dataUnitId: "TDEP", equipmentId: "r" },
    { id: "circuit", dataUnitId: "TEMP", equipmentId: "c" },
    { id: "houses", dataUnitId: "TEMP", equipmentId: null },
  ] as const;
  const heat = { tempMin: 5, tempMax: 35, humMin: null, humMax: null };
  deepStrictEqual([...roomBounds({ ...BOUNDED_ROOM, ...heat }, series)], [["air", {
    min: 5,
    max: 35,
  }]]);
  const damp = { tempMin: null, tempMax: null, humMin: null, humMax: 80 };
  deepStrictEqual([...roomBounds({ ...BOUNDED_ROOM, ...damp }, series)], [
    ["humid", { min: null, max: 80 }],
  ]);
});

// @spec facilities.bounds
Deno.test("heatingCircuitDraft and boilerRoomSettingsDraft refuse a minimum above its maximum", () => {
  const circuit = {
    name: "Circuit sud",
    enabled: true,
    outMin: 40,
    outMax: 40,
    backMin: 30,
    backMax: 30,
    outType: null,
    backType: null,
    isHotWater: false,
  };
  const water = [{ outMin: 41 }, { backMin: 31 }];
  const right = [{ outMin: null }, { outMax: null }, { backMin: null }, { backMax: 31 }];
  deepStrictEqual(refusedChanges(heatingCircuitDraft, circuit, [...water, ...right]), water);
  const room = {
    name: "Chaufferie",
    code: "",
    location: "",
    operator: "",
    tempMin: 5,
    tempMax: 5,
    humMin: 40,
    humMax: 40,
  };
  const air = [{ tempMin: 6 }, { humMin: 41 }];
  const cool = [{ tempMin: null }, { tempMax: 6 }, { humMax: null }];
  deepStrictEqual(refusedChanges(boilerRoomSettingsDraft, room, [...air, ...cool]), air);
});

// @spec degree-days.seasons
Deno.test("heatingSeason refuses an end before its start, and a list two seasons of one year", () => {
  const season = { yearStart: 2025, dateStart: "2025-10-01", dateStop: "2025-10-01" };
  const wrong = [{ dateStop: "2025-09-30" }];
  const right = [{ dateStart: null }, { dateStop: null }, { dateStop: "2026-05-20" }];
  deepStrictEqual(refusedChanges(heatingSeason, season, [...wrong, ...right]), wrong);
  const twice = [season, { ...season, dateStop: null }];
  const both = [season, { ...season, yearStart: 2026, dateStart: null, dateStop: null }];
  deepStrictEqual(refused(heatingSeasonList, [twice, both, []]), [twice]);
});

// @spec degree-days.seasons
Deno.test("heatingSeasonList refuses a season whose days are not of its year, from July to June", () => {
  const season = (dateStart: string | null, dateStop: string | null) => [
    { yearStart: 2025, dateStart, dateStop },
  ];
  const right = [season("2025-07-01", "2026-06-30"), season(null, null)];
  const wrong = [season("2025-06-30", null), season(null, "2026-07-01")];
  deepStrictEqual(refused(heatingSeasonList, [...right, ...wrong]), wrong);
});

Deno.test("DJU_CONTRACT_LIMITS include the coldest French climate, and 0", () => {
  deepStrictEqual(
    ["-1", "3800,4", "10001"].map((text) => committedValue(text, null, DJU_CONTRACT_LIMITS)),
    [0, 3800, 10000],
  );
});
