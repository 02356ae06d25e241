import * as z from "zod/mini";
import { PCE } from "@/lib/domain/facilities/pce.ts";
import { heatingSeason } from "@/lib/domain/facilities/schema.ts";
import * as field from "@/lib/domain/forms/fields/schema.ts";
import { draft, named, namedObject, residenceFields, uniqueBy } from "@/lib/domain/forms/schema.ts";
import { meterHappening } from "@/lib/domain/series/schema.ts";
import type { MonthReading } from "./month_reading.ts";
import {
  DJU_CONTRACT_LIMITS,
  type NumberLimits,
  PCS_MAX,
  PTA_MAX,
  SETTINGS_LIMITS,
} from "./settings/limits.ts";
import { SOURCE_KIND_NAMES } from "./settings/source_kinds.ts";
import { burnsGas } from "./settings/sources_form.ts";
import type { SourceKind } from "./types.ts";

const MAX_SERIES = 50;

/** Maximum number of dated versions per boiler room. */
const MAX_VERSIONS = 200;

/** A kind of source. @spec balance.meters */
export const sourceKind: z.ZodMiniType<SourceKind> = named("SourceKind", z.enum(SOURCE_KIND_NAMES));

const hotWaterType = z.strictObject({
  /** Facilities series id. */
  hotWaterType: field.id,
  hotWaterKind: z.enum(["volume", "energy"]),
});

/** Fields of a boiler room's sources, for the schemas that use them. @spec balance.meters, balance.efficiency */
const sourcesFields = {
  sourceKind,
  /** Facilities series id of the source meter. */
  sourceType: field.id,
  hotWaterTypes: z.array(hotWaterType).check(z.maxLength(MAX_SERIES), uniqueBy("hotWaterType")),
  solarTypes: field.ids(MAX_SERIES),
  /** Gas delivery point; null when there is none. */
  gazPce: z.nullable(z.string().check(z.trim(), z.regex(PCE))),
};

/** Fields of a settings version, except its day, which is in the request path. @spec balance.settings */
const settingsFields = {
  /** Heated area, m²; 0 in older versions. */
  area: within({ ...SETTINGS_LIMITS.area, min: 0 }),
  /** Occupants. */
  peopleNb: field.integerBetween(SETTINGS_LIMITS.peopleNb.min, SETTINGS_LIMITS.peopleNb.max),
  /** Outdoor source whose DJU count. */
  djuSource: field.id,
  /** Source energy spent per m³ of hot water, kWh/m³. */
  q: within(SETTINGS_LIMITS.q),
  /** Heating target, Wh/m²/DJU; 0 in older versions. */
  target: within({ ...SETTINGS_LIMITS.target, min: 0 }),
  /** Gap above which a month is very bad, %. */
  threshold: within(SETTINGS_LIMITS.threshold),
  /** DJU of the contract's reference season; null without contract. */
  djuContract: z.nullable(within(DJU_CONTRACT_LIMITS)),
};

/** Fields of a version of the gas factors, except its day. @spec balance.source */
const factorsFields = {
  /** Pressure, temperature and altitude coefficient, m³(n)/m³. */
  pta: z.nullable(z.number().check(z.positive(), z.lte(PTA_MAX))),
  /** Gross calorific value, kWh/m³(n). */
  pcs: z.nullable(z.number().check(z.positive(), z.lte(PCS_MAX))),
};

/** Settings of the balance from a day until the next version. @spec balance.settings */
export type EfficiencySettings = z.output<typeof efficiencySettings>;
export const efficiencySettings = namedObject("EfficiencySettings", {
  fromDate: field.isoDate,
  ...settingsFields,
});

/** Gas conversion factors from a day; a single factor counts as none. @spec balance.source */
export type GasFactors = z.output<typeof gasFactors>;
export const gasFactors = namedObject("GasFactors", { fromDate: field.isoDate, ...factorsFields });

/** Sources and targets of a boiler room. @spec balance.settings */
export type BoilerRoomEfficiency = z.output<typeof boilerRoomEfficiency>;
export const boilerRoomEfficiency = namedObject("BoilerRoomEfficiency", {
  ...sourcesFields,
  settings: versions(efficiencySettings),
  gazFactors: versions(gasFactors),
});

/** Sources and hot water of a boiler room, without its dated settings. @spec balance.meters */
export type EfficiencySources = z.output<typeof sources>;
const sources = namedObject("EfficiencySources", sourcesFields);

/** The settings of a boiler room's balance, with the versions for edits. */
export const efficiencyRead = namedObject("EfficiencyRead", {
  /** null until the boiler room's source is set. */
  sources: z.nullable(sources),
  settings: z.array(efficiencySettings),
  gazFactors: z.array(gasFactors),
  versions: z.object({
    sources: field.anyText,
    settings: field.anyText,
    gazFactors: field.anyText,
  }),
});

/** Draft of {@link EfficiencySources}; only gas has a delivery point. */
export const efficiencySourcesDraft = draft(sourcesFields).check(
  z.refine(({ sourceKind, gazPce }) => gazPce === null || burnsGas(sourceKind), {
    path: ["gazPce"],
  }),
);

/** Settings in force from the day in the path. @spec facilities.dated-settings */
export const efficiencySettingsDraft = draft({
  ...settingsFields,
  area: within(SETTINGS_LIMITS.area),
  target: within(SETTINGS_LIMITS.target),
});

/** Gas factors in force from the day in the path. @spec facilities.dated-settings */
export const gasFactorsDraft = draft(factorsFields);

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
const gapStatus = z.enum(["good", "bad", "very-bad"]);

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
const boilerRoomFields = {
  ...residenceFields,
  boilerRoomId: field.id,
  boilerRoomName: field.anyText,
};

/** The year of a boiler room in a comparison: its cumulative row. */
export type ComparisonLine = z.output<typeof comparisonLine>;
export const comparisonLine = namedObject("ComparisonLine", {
  ...boilerRoomFields,
  /** null without settings of the balance, or when no month of the period has begun. */
  cumulative: z.nullable(cumulativeReport),
});

/** A gap over the last thirty days. @spec balance.recent-gap */
export type RecentGap = z.output<typeof recentGap>;
const recentGap = z.object({
  /** Number of days compared. */
  dayCount: field.figure,
  /** Gap and the threshold in force, both %. */
  percent: field.numberOrNull,
  threshold: field.numberOrNull,
  status: z.nullable(gapStatus),
});

/** A boiler room and its gap over the last thirty days. @spec balance.recent-gap */
export type RecentGapLine = z.output<typeof recentGapLine>;
export const recentGapLine = namedObject("RecentGapLine", {
  ...boilerRoomFields,
  /** null when too few days can be compared. */
  gap: z.nullable(recentGap),
});

/** Versions with distinct start days. */
function versions<Version extends { readonly fromDate: string }>(version: z.ZodMiniType<Version>) {
  return z.array(version).check(z.maxLength(MAX_VERSIONS), uniqueBy("fromDate"));
}

function within({ min, max }: NumberLimits): z.ZodMiniType<number> {
  return field.numberBetween(min, max);
}
