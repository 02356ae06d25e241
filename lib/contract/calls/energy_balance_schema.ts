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
  named,
  numberBetween,
  numberOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import { meterHappening } from "@/lib/domain/series/schema.ts";
import type { BalanceReadings, Choice } from "./energy_balance_shapes.ts";

/** What a boiler room burns and makes, its dated settings apart. @spec balance.meters */
export type EfficiencySources = z.output<typeof sources>;

const sources = named(
  "EfficiencySources",
  z.object(sourcesFields),
);

/** The settings of a boiler room's balance, and what each edit is based on. */
export const efficiencyRead = named(
  "EfficiencyRead",
  z.object({
    /** null until the boiler room's source is set. */
    sources: z.nullable(sources),
    settings: z.array(efficiencySettings),
    gazFactors: z.array(gasFactors),
    versions: z.object({ sources: anyText, settings: anyText, gazFactors: anyText }),
  }),
);

/** {@link EfficiencySources} to write. */
export const efficiencySourcesDraft = z.strictObject({
  ...sourcesFields,
  version,
});

/** Settings from a day on, the day being in the path. @spec facilities.dated-settings */
export const efficiencySettingsDraft = z.strictObject({
  ...settingsFields,
  area: numberBetween(SETTINGS_LEAST.area, SETTINGS_LIMITS.area.max),
  target: numberBetween(SETTINGS_LEAST.target, SETTINGS_LIMITS.target.max),
  version,
});

/** Gas factors from a day on, the day being in the path. @spec facilities.dated-settings */
export const gasFactorsDraft = z.strictObject({
  ...factorsFields,
  version,
});

const choice: z.ZodMiniType<Choice> = z.object({ id, name: anyText });

const monthReading: z.ZodMiniType<MonthReading> = named(
  "MonthReading",
  z.object({
    value: numberOrNull,
    completeness: figure,
    estimated: flag,
    events: z.optional(z.array(meterHappening)),
    days: z.optional(z.array(numberOrNull)),
    wholeMonth: z.optional(z.literal(true)),
    awaited: z.optional(z.literal(true)),
  }),
);

const monthReadings = z.record(anyText, monthReading);

export const balanceReadings: z.ZodMiniType<BalanceReadings> = named(
  "BalanceReadings",
  z.object({
    boilerRoomName: anyText,
    boilerRoom: z.nullable(boilerRoomEfficiency),
    seasons: z.array(heatingSeason),
    now: isoDate,
    dju: z.record(anyText, monthReadings),
    series: z.record(anyText, monthReadings),
    units: z.record(anyText, anyText),
    outdoorSources: z.array(choice),
    gasVolumeSeries: z.array(choice),
    outdoorC: z.record(anyText, z.record(anyText, figure)),
  }),
);

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

const cumulativeReport: z.ZodMiniType<CumulativeReport> = named(
  "CumulativeReport",
  z.object({
    ...figuresFields,
    period: z.object({ year: figure, shifted: flag }),
    heatingMonthCount: figure,
    comparedDayCount: figure,
  }),
);

export const comparisonLine: z.ZodMiniType<ComparisonLine> = named(
  "ComparisonLine",
  z.object({
    projectId: id,
    projectName: anyText,
    boilerRoomId: id,
    boilerRoomName: anyText,
    cumulative: z.nullable(cumulativeReport),
  }),
);
