import * as z from "zod/mini";
import type { ComparisonLine } from "@/lib/domain/energy_balance/comparison.ts";
import { SETTINGS_LEAST, SETTINGS_LIMITS } from "@/lib/domain/energy_balance/settings/limits.ts";
import {
  boilerRoomEfficiency,
  efficiencySettings,
  factorsFields,
  gasFactors,
  settingsFields,
  sourceKind,
  sourcesFields,
} from "@/lib/domain/energy_balance/schema.ts";
import { burnsGas } from "@/lib/domain/energy_balance/settings/sources_form.ts";
import type {
  BalanceFigures,
  CumulativeReport,
  GapColour,
  GapStatus,
  MonthReading,
} from "@/lib/domain/energy_balance/types.ts";
import { heatingSeason } from "@/lib/domain/facilities/schema.ts";
import {
  anyText,
  figure,
  flag,
  id,
  isoDate,
  namedObject,
  numberBetween,
  numberOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import { meterHappening } from "@/lib/domain/series/schema.ts";

/** Sources and hot water of a boiler room, without its dated settings. @spec balance.meters */
export type EfficiencySources = z.output<typeof sources>;
const sources = namedObject("EfficiencySources", sourcesFields);

/** The settings of a boiler room's balance, with the versions for edits. */
export const efficiencyRead = namedObject("EfficiencyRead", {
  /** null until the boiler room's source is set. */
  sources: z.nullable(sources),
  settings: z.array(efficiencySettings),
  gazFactors: z.array(gasFactors),
  versions: z.object({ sources: anyText, settings: anyText, gazFactors: anyText }),
});

/** Draft of {@link EfficiencySources}; only gas has a delivery point. */
export const efficiencySourcesDraft = z.strictObject({ ...sourcesFields, version }).check(
  z.refine(({ sourceKind, gazPce }) => gazPce === null || burnsGas(sourceKind), {
    path: ["gazPce"],
  }),
);

/** Settings in force from the day in the path. @spec facilities.dated-settings */
export const efficiencySettingsDraft = z.strictObject({
  ...settingsFields,
  area: numberBetween(SETTINGS_LEAST.area, SETTINGS_LIMITS.area.max),
  target: numberBetween(SETTINGS_LEAST.target, SETTINGS_LIMITS.target.max),
  version,
});

/** Gas factors in force from the day in the path. @spec facilities.dated-settings */
export const gasFactorsDraft = z.strictObject({ ...factorsFields, version });

const choice = z.object({ id, name: anyText });

const monthReading: z.ZodMiniType<MonthReading> = namedObject("MonthReading", {
  value: numberOrNull,
  completeness: figure,
  estimated: flag,
  events: z.optional(z.array(meterHappening)),
  days: z.optional(z.array(numberOrNull)),
  wholeMonth: z.optional(z.literal(true)),
  awaited: z.optional(z.literal(true)),
});

const monthReadings = z.record(anyText, monthReading);

/**
 * Data of a boiler room's balance page, in one answer; `yearReport()` turns it into the table.
 *
 * @spec balance.year
 */
export type BalanceReadings = z.output<typeof balanceReadings>;
export const balanceReadings = namedObject("BalanceReadings", {
  boilerRoomName: anyText,
  /** null until the boiler room's source is set. */
  boilerRoom: z.nullable(boilerRoomEfficiency),
  seasons: z.array(heatingSeason),
  now: isoDate,
  dju: z.record(anyText, monthReadings),
  series: z.record(anyText, monthReadings),
  units: z.record(anyText, anyText),
  /** Every outdoor source of the residence; `dju` contains the months of each. */
  outdoorSources: z.array(choice),
  /** Every gas-volume series of the residence; `series` contains the months of each. */
  gasVolumeSeries: z.array(choice),
  /** Mean outdoor temperature by source id, then by month, °C; months without a mean are absent. */
  outdoorC: z.record(anyText, z.record(anyText, figure)),
});

const gapStatus: z.ZodMiniType<GapStatus> = z.enum(["good", "bad", "very-bad"]);
const gapColour: z.ZodMiniType<GapColour> = z.enum(["green", "orange", "red"]);
const heatingFigures = z.object({ total: numberOrNull, perAreaDju: numberOrNull });

const figuresFields = {
  days: figure,
  source: z.object({
    kind: sourceKind,
    volume: numberOrNull,
    mass: numberOrNull,
    energy: numberOrNull,
  }),
  conversionFactor: numberOrNull,
  dju: numberOrNull,
  hotWater: z.object({
    volume: numberOrNull,
    energy: numberOrNull,
    dailyVolumePerPerson: numberOrNull,
  }),
  solar: z.object({ energy: numberOrNull, percent: numberOrNull }),
  heating: heatingFigures,
  target: heatingFigures,
  rate: z.object({ percent: numberOrNull, threshold: numberOrNull }),
  status: z.nullable(gapStatus),
  barColour: z.nullable(gapColour),
  config: z.object({ djuContract: numberOrNull, nBContract: numberOrNull }),
  completeness: figure,
  estimated: flag,
} satisfies Record<keyof BalanceFigures, z.ZodMiniType>;

const cumulativeReport: z.ZodMiniType<CumulativeReport> = namedObject("CumulativeReport", {
  ...figuresFields,
  period: z.object({ year: figure, shifted: flag }),
  heatingMonthCount: figure,
  comparedDayCount: figure,
});

export const comparisonLine: z.ZodMiniType<ComparisonLine> = namedObject("ComparisonLine", {
  projectId: id,
  projectName: anyText,
  boilerRoomId: id,
  boilerRoomName: anyText,
  cumulative: z.nullable(cumulativeReport),
});
