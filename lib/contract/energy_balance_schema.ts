import { z } from "zod";
import type { ComparisonLine } from "../domain/energy_balance/comparison.ts";
import {
  boilerRoomEfficiency,
  efficiencySettings,
  factorsFields,
  gasFactors,
  settingsFields,
  sourceKind,
  sourcesFields,
} from "../domain/energy_balance/schema.ts";
import type {
  BalanceFigures,
  CumulativeReport,
  GapColour,
  GapStatus,
  MonthReading,
} from "../domain/energy_balance/types.ts";
import { heatingSeason } from "../domain/facilities/schema.ts";
import { id, numberOrNull, version } from "../domain/forms/schema.ts";
import type {
  BalanceReadings,
  EfficiencyRead,
  EfficiencySettingsDraft,
  EfficiencySources,
  EfficiencySourcesDraft,
  GasFactorsDraft,
  Named,
} from "./energy_balance_shapes.ts";

const sources: z.ZodType<EfficiencySources> = z.object(sourcesFields)
  .meta({ id: "EfficiencySources" });

/** {@link EfficiencyRead} */
export const efficiencyRead: z.ZodType<EfficiencyRead> = z.object({
  sources: sources.nullable(),
  settings: z.array(efficiencySettings),
  gazFactors: z.array(gasFactors),
  versions: z.object({ sources: z.string(), settings: z.string(), gazFactors: z.string() }),
}).meta({ id: "EfficiencyRead" });

/** {@link EfficiencySourcesDraft} */
export const efficiencySourcesDraft: z.ZodType<EfficiencySourcesDraft> = z.strictObject({
  ...sourcesFields,
  version,
});

/** {@link EfficiencySettingsDraft} */
export const efficiencySettingsDraft: z.ZodType<EfficiencySettingsDraft> = z.strictObject({
  ...settingsFields,
  version,
});

/** {@link GasFactorsDraft} */
export const gasFactorsDraft: z.ZodType<GasFactorsDraft> = z.strictObject({
  ...factorsFields,
  version,
});

const named: z.ZodType<Named> = z.object({ id, name: z.string() });

const monthReading: z.ZodType<MonthReading> = z.object({
  value: numberOrNull,
  completeness: z.number(),
  estimated: z.boolean(),
}).meta({ id: "MonthReading" });

const monthReadings = z.record(z.string(), monthReading);

/** {@link BalanceReadings} */
export const balanceReadings: z.ZodType<BalanceReadings> = z.object({
  boilerRoomName: z.string(),
  boilerRoom: boilerRoomEfficiency.nullable(),
  seasons: z.array(heatingSeason),
  dju: z.record(z.string(), monthReadings),
  series: z.record(z.string(), monthReadings),
  units: z.record(z.string(), z.string()),
  outdoorSources: z.array(named),
  gasVolumeSeries: z.array(named),
  outdoorC: z.record(z.string(), z.record(z.string(), z.number())),
}).meta({ id: "BalanceReadings" });

const gapStatus: z.ZodType<GapStatus> = z.enum(["good", "bad", "very-bad"]);
const gapColour: z.ZodType<GapColour> = z.enum(["green", "orange", "red"]);
const heatingFigures = z.object({ total: numberOrNull, perAreaDju: numberOrNull });

const figuresFields = {
  days: z.number(),
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
  status: gapStatus.nullable(),
  barColour: gapColour.nullable(),
  config: z.object({ djuContract: numberOrNull, nBContract: numberOrNull }),
  completeness: z.number(),
  estimated: z.boolean(),
} satisfies Record<keyof BalanceFigures, z.ZodType>;

const cumulativeReport: z.ZodType<CumulativeReport> = z.object({
  ...figuresFields,
  period: z.object({ year: z.number(), shifted: z.boolean() }),
  heatingMonthCount: z.number(),
}).meta({ id: "CumulativeReport" });

/** {@link ComparisonLine} */
export const comparisonLine: z.ZodType<ComparisonLine> = z.object({
  projectId: id,
  projectName: z.string(),
  boilerRoomId: id,
  boilerRoomName: z.string(),
  cumulative: cumulativeReport.nullable(),
}).meta({ id: "ComparisonLine" });
