import { twelveMonths } from "@/lib/base/civil_dates.ts";
import type { MonthReport, YearInput } from "@/lib/energy_balance/balance_report.ts";
import type { MonthReading, MonthReadings } from "@/lib/energy_balance/month_reading.ts";
import type { SimulationForm } from "@/lib/energy_balance/simulation.ts";
import type { TwoYears } from "@/lib/energy_balance/year_comparison.ts";
import { type BoardData, yearReport } from "@/lib/energy_balance/year_report.ts";
import type {
  BoilerRoomEfficiency,
  EfficiencySettings,
} from "@/lib/facilities/energy_settings_schema.ts";
import { isAllowedSourceKind } from "@/lib/facilities/source_kinds.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import vector from "@/tests/energy_balance/vectors/energy-balance-gas.json" with { type: "json" };

/** Settings of round numbers, in force since 2020. */
export function someSettings(changes: Partial<EfficiencySettings> = {}): EfficiencySettings {
  return {
    fromDate: "2020-01-01",
    area: 1000,
    peopleNb: 50,
    djuSource: "station",
    q: 100,
    target: 40,
    threshold: 5,
    djuContract: 2000,
    ...changes,
  };
}

/** A boiler room that burns gas, counted in m³, and makes hot water, counted in m³. */
export function aBoilerRoom(changes: Partial<BoilerRoomEfficiency> = {}): BoilerRoomEfficiency {
  return {
    sourceKind: "gaz-volume",
    sourceType: "source",
    hotWaterTypes: [{ hotWaterType: "ecs", hotWaterKind: "volume" }],
    solarTypes: [],
    gazPce: null,
    settings: [someSettings()],
    gazFactors: [],
    ...changes,
  };
}

/** One completely read month. */
export function read(value: number | null, changes: Partial<MonthReading> = {}): MonthReading {
  return { value, completeness: value === null ? 0 : 1, estimated: false, ...changes };
}

/** Completely read months. */
export function months(values: Readonly<Record<string, number | null>>): MonthReadings {
  return Object.fromEntries(Object.entries(values).map(([month, value]) => [month, read(value)]));
}

/**
 * January 2023 of round numbers: 2,000 m³ of gas = 22,000 kWh, 60 m³ of hot water = 6,000 kWh,
 * so NC = 16,000 kWh; 400 DJU × 1,000 m² × 40 Wh = N'B of 16,000 kWh. The gap is 0.
 */
export function aYear(changes: Partial<YearInput> = {}): YearInput {
  return {
    boilerRoom: aBoilerRoom(),
    seasons: [],
    dju: { station: months({ "2023-01": 400 }) },
    series: { source: months({ "2023-01": 2000 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "m³", ecs: "m³" },
    period: { year: 2023, shifted: false },
    now: "2024-06-15",
    ...changes,
  };
}

/** One month of a year's report. */
export function monthOfYear(input: YearInput, month: string): MonthReport {
  const row = yearReport(input).rows.find((one) => one.month === month);
  if (row === undefined) throw new RangeError(`No row for ${month}`);
  return row;
}

/** January of a year. */
export function january(changes: Partial<YearInput> = {}): MonthReport {
  return monthOfYear(aYear(changes), "2023-01");
}

/** A board of that year, without choices. */
export function aBoard(changes: Partial<BoardData> = {}): BoardData {
  return { input: aYear(), outdoorSources: [], gasVolumeSeries: [], outdoorC: {}, ...changes };
}

/** The form of a simulation that changes nothing. */
export const SIMULATION: SimulationForm = {
  area: 1000,
  peopleNb: 50,
  djuSource: "station",
  q: 100,
  target: 37.5,
  threshold: 5,
  gasSource: null,
};

/** The same reading in each month of a year. */
export function everyMonth(year: number, value: number): MonthReadings {
  return months(Object.fromEntries(twelveMonths(`${year}-01`).map((month) => [month, value])));
}

/** 2,000 m³ of gas = 22,000 kWh a month, 6,000 kWh of it for hot water. */
export function readingsOf(year: number, dju: number, gas = 2000): TwoYears["before"] {
  return {
    series: { source: everyMonth(year, gas), ecs: everyMonth(year, 60) },
    dju: { station: everyMonth(year, dju) },
    seasons: [],
    units: { source: "m³", ecs: "m³" },
  };
}

/**
 * The reference year: a gas boiler room with hot water in litres and in kWh, and two solar series.
 */
export const VECTOR = vector;

/** The reference year as the input of `yearReport()`. */
export function vectorInput(): YearInput {
  const { boilerRoom, heatingSeasons, dju, series, period, now } = vector.input;
  const bySeries = Object.entries(series);
  return {
    boilerRoom: { ...boilerRoom, ...kinds(boilerRoom) },
    seasons: heatingSeasons,
    dju: { orly: months(dju) },
    series: Object.fromEntries(bySeries.map(([id, { values }]) => [id, months(values)])),
    units: Object.fromEntries(bySeries.map(([id, { unit }]) => [id, unit === "m3" ? "m³" : unit])),
    period: { year: period.year, shifted: false },
    now,
  };
}

/** JSON types kinds as any text. */
function kinds(
  boilerRoom: typeof vector.input.boilerRoom,
): Pick<BoilerRoomEfficiency, "sourceKind" | "hotWaterTypes"> {
  const { sourceKind, hotWaterTypes } = boilerRoom;
  if (!isAllowedSourceKind(sourceKind)) throw new TypeError(`Unknown kind ${sourceKind}`);
  return {
    sourceKind,
    hotWaterTypes: hotWaterTypes.map(({ hotWaterType, hotWaterKind }) => ({
      hotWaterType,
      hotWaterKind: hotWaterKind === "volume" ? "volume" : "energy",
    })),
  };
}

/** Units of the series of the vector, by their ids. */
export const VECTOR_UNITS: Readonly<
  Record<string, { dataUnitId: DataUnitId; importedUnit: string | null }>
> = {
  "ds-gas": { dataUnitId: "GAZV", importedUnit: null },
  "ds-ecs-l": { dataUnitId: "ECSV", importedUnit: "L" },
  "ds-ecs-kwh": { dataUnitId: "ECSE", importedUnit: null },
  "ds-sol-1": { dataUnitId: "SOLE", importedUnit: null },
  "ds-sol-2": { dataUnitId: "SOLE", importedUnit: null },
};
