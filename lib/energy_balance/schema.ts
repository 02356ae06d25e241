/** Schemas of the balance's readings, its cumulative row, comparisons and recent gaps. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject, residenceFields } from "@/lib/base/object_schemas.ts";
import { boilerRoomEfficiency, sourceKind } from "@/lib/facilities/energy_settings_schema.ts";
import { heatingSeason } from "@/lib/facilities/schema.ts";
import { meterHappening } from "@/lib/timeseries/schema.ts";
import { CARRIERS, ENERGY_UNITS } from "./carbon.ts";
import type { MonthReading } from "./month_reading.ts";

const monthReading: z.ZodMiniType<MonthReading> = namedObject("MonthReading", {
  value: field.numberOrNull,
  completeness: field.figure,
  estimated: field.flag,
  events: z.optional(z.array(meterHappening)),
  days: z.optional(z.array(field.numberOrNull)),
  wholeMonth: z.optional(z.literal(true)),
  awaited: z.optional(z.literal(true)),
  /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
  doubtful: z.optional(z.literal(true)),
});

const monthReadings = z.record(field.anyText, monthReading);

/**
 * Data of a boiler room's balance page, in one answer; `yearReport()` turns it into the table.
 *
 * @spec balance.year
 */
export type BalanceReadings = z.output<typeof balanceReadings>;
export const balanceReadings = namedObject("BalanceReadings", {
  boilerRoomName: field.anyText,
  /** null until the boiler room's source is set. */
  boilerRoom: z.nullable(boilerRoomEfficiency),
  seasons: z.array(heatingSeason),
  now: field.isoDate,
  dju: z.record(field.anyText, monthReadings),
  series: z.record(field.anyText, monthReadings),
  units: z.record(field.anyText, field.anyText),
  /** Every outdoor source of the residence; `dju` contains the months of each. */
  outdoorSources: z.array(field.reference),
  /** Every gas-volume series of the residence; `series` contains the months of each. */
  gasVolumeSeries: z.array(field.reference),
  /** Mean outdoor temperature by source id, then by month, °C; months without a mean are absent. */
  outdoorC: z.record(field.anyText, z.record(field.anyText, field.figure)),
});

/** m³ */
const volume = field.numberOrNull;
/** kWh */
const energy = field.numberOrNull;

/** An amount of heating, measured or targeted; null when heating does not apply. */
export type HeatingFigures = z.output<typeof heatingFigures>;
const heatingFigures = z.object({
  /** kWh */
  total: field.numberOrNull,
  /** Wh/m²/DJU */
  perAreaDju: field.numberOrNull,
});

/** Consumption of the boiler room; null for the quantities its source does not measure. */
export type SourceFigures = z.output<typeof sourceFigures>;
const sourceFigures = z.object({
  kind: sourceKind,
  volume,
  /** kg */
  mass: field.numberOrNull,
  energy,
});

/** Hot water drawn; all null when the boiler room makes none. */
export type HotWaterFigures = z.output<typeof hotWaterFigures>;
const hotWaterFigures = z.object({
  volume,
  energy,
  /** Litres a day per person. */
  dailyVolumePerPerson: field.numberOrNull,
});

/** Solar production; null when there is none. */
export type SolarFigures = z.output<typeof solarFigures>;
const solarFigures = z.object({
  energy,
  /** Share of the hot-water energy, %. */
  percent: field.numberOrNull,
});

/** Status of a gap. @spec balance.gap */
export type GapStatus = z.output<typeof gapStatus>;
export const gapStatus = z.enum(["good", "bad", "very-bad"]);

/** Colour of a gap bar, by name. @spec balance.gap */
export type GapColour = z.output<typeof gapColour>;
const gapColour = z.enum(["green", "orange", "red"]);

/** The figures common to a month and the cumulative row. @spec balance.year */
export type BalanceFigures = Omit<
  CumulativeReport,
  "period" | "heatingMonthCount" | "comparedDayCount"
>;

/** The last row: sums, and means weighted by days or by DJU-weighted area. @spec balance.cumulative */
export type CumulativeReport = z.output<typeof cumulativeReport>;
const cumulativeReport = namedObject("CumulativeReport", {
  days: field.figure,
  source: sourceFigures,
  /** kWh per m³ or kg of the source; 1 when energy is metered, null when it varied. */
  conversionFactor: field.numberOrNull,
  /** DJU of the period, heating season applied; null when unknown. */
  dju: field.numberOrNull,
  hotWater: hotWaterFigures,
  solar: solarFigures,
  /** NC. */
  heating: heatingFigures,
  /** N'B. */
  target: heatingFigures,
  /** Gap and the threshold in force, both %. */
  rate: z.object({ percent: field.numberOrNull, threshold: field.numberOrNull }),
  status: z.nullable(gapStatus),
  barColour: z.nullable(gapColour),
  /** Contract in force: reference DJU and NB in kWh. */
  config: z.object({ djuContract: field.numberOrNull, nBContract: field.numberOrNull }),
  /** Lowest completeness of the series used, 0 to 1; over several months, weighted by their days. */
  completeness: field.figure,
  /** True when a value used is partly estimated. */
  estimated: field.flag,
  period: z.object({ year: field.figure, shifted: field.flag }),
  /** Number of months in the gap: heating and target both known. */
  heatingMonthCount: field.figure,
  /** Number of whole days compared in these months. */
  comparedDayCount: field.figure,
});

/** A boiler room and its residence, in a list of several residences. */
export const boilerRoomFields = {
  ...residenceFields,
  boilerRoomId: field.id,
  boilerRoomName: field.anyText,
};

const finalEnergy = z.object({
  carrier: z.enum(CARRIERS),
  unit: z.enum(ENERGY_UNITS),
  amount: field.numberOrNull,
});

/** Energy and carbon of the months that are over, when all of them are known. @spec balance.ranks */
const yearMarks = namedObject("YearMarks", {
  energies: z.array(finalEnergy),
  /** kWh PCI/m²; null without area. */
  kwhPerM2: field.numberOrNull,
  /** kgCO2e, and by m². */
  kg: field.numberOrNull,
  kgPerM2: field.numberOrNull,
});

/** The year of a boiler room in a comparison: its cumulative row. */
export type ComparisonLine = z.output<typeof comparisonLine>;
export const comparisonLine = namedObject("ComparisonLine", {
  ...boilerRoomFields,
  /** null without settings of the balance, or when no month of the period has begun. */
  cumulative: z.nullable(cumulativeReport),
  /** Change since the year before at equal weather, %, and its months; null when none can be compared. */
  equalWeather: z.nullable(z.object({ percent: field.figure, monthCount: field.figure })),
  /** null when a month that is over is unknown, or none is over. */
  marks: z.nullable(yearMarks),
});

/** A gap over the last thirty days. @spec balance.recent-gap */
export type RecentGap = z.output<typeof recentGap>;
export const recentGap = z.object({
  /** Number of days compared. */
  dayCount: field.figure,
  /** Gap and the threshold in force, both %. */
  percent: field.numberOrNull,
  threshold: field.numberOrNull,
  status: z.nullable(gapStatus),
});

/** The last twelve finished months of a boiler room, and its season. @spec projects.figures */
export const twelveMonthsFields = {
  /** The latest season with a month whose NC and N'B are known, kWh, until yesterday; null without any. */
  season: z.nullable(z.object({
    yearStart: field.figure,
    /** What its kWh are. */
    energyBasis: z.enum(["PCS", "PCI", "useful"]),
    ncKwh: field.figure,
    targetKwh: field.figure,
    /** % in force. */
    threshold: field.numberOrNull,
  })),
  /** kWh PCI, solar apart, and m²; null unless all twelve months and the area are known. */
  energy: z.nullable(z.object({ finalKwh: field.figure, areaM2: field.figure })),
  /** Heating and hot water of the compared months, kWh PCI, at the weather of the year before; null without any. */
  weather: z.nullable(z.object({
    beforeKwh: field.figure,
    correctedKwh: field.figure,
    monthCount: field.figure,
  })),
};

/** The figures of a boiler room over twelve months. */
export interface TwelveMonths {
  readonly season: z.output<typeof twelveMonthsFields.season>;
  readonly energy: z.output<typeof twelveMonthsFields.energy>;
  readonly weather: z.output<typeof twelveMonthsFields.weather>;
}

/** A month of a boiler room, kWh PCI; null where it is not known. @spec balance.residence-year */
export type RoomMonth = z.output<typeof roomMonth>;
const roomMonth = z.object({
  month: field.isoMonth,
  /** Delivered, solar apart, and in the same month of the year before. */
  finalKwh: field.numberOrNull,
  beforeKwh: field.numberOrNull,
  /** Hot water, of source and solar together. */
  hotWater: z.nullable(z.object({ kwh: field.figure, ofKwh: field.figure })),
  /** Heating and hot water at the weather of the year before, and those of that year; of heated months only. */
  weather: z.nullable(z.object({ beforeKwh: field.figure, correctedKwh: field.figure })),
});

/** The last twelve finished months of a boiler room of a residence; none without settings of the balance. */
export type RoomYear = z.output<typeof roomYear>;
export const roomYear = namedObject("RoomYear", {
  boilerRoomId: field.id,
  boilerRoomName: field.anyText,
  months: z.array(roomMonth),
});
