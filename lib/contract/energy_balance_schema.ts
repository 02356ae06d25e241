import { z } from "zod";
import type {
  BalanceFigures,
  BoilerRoomEfficiency,
  CumulativeReport,
  EfficiencySettings,
  GapColour,
  GapStatus,
  GasFactors,
  HotWaterType,
  MonthReading,
  SourceKind,
} from "../domain/energy_balance/types.ts";
import { isAllowedSourceKind, SOURCE_KINDS } from "../domain/energy_balance/source_kinds.ts";
import { id, isoDate, numberBetween, numberOrNull, version } from "../domain/forms/schema.ts";
import { heatingSeason } from "../domain/facilities/schema.ts";
import type {
  BalanceReadings,
  ComparedBoilerRoom,
  EfficiencyRead,
  EfficiencySettingsDraft,
  EfficiencySources,
  EfficiencySourcesDraft,
  GasFactorsDraft,
  Named,
} from "./energy_balance_shapes.ts";

const sourceKind: z.ZodType<SourceKind> = z.enum(
  Object.keys(SOURCE_KINDS).filter((kind) => isAllowedSourceKind(kind)),
).meta({ id: "SourceKind" });

const hotWaterType: z.ZodType<HotWaterType> = z.strictObject({
  hotWaterType: id,
  hotWaterKind: z.enum(["volume", "energy"]),
});

const sourcesFields = {
  sourceKind,
  sourceType: id,
  hotWaterTypes: z.array(hotWaterType).max(50),
  solarTypes: z.array(id).max(50),
  gazPce: z.string().trim().regex(/^(\d{14}|GI\d{6})$/).nullable(),
};

const settingsFields = {
  area: numberBetween(0, 1e7),
  peopleNb: z.int().min(0).max(1e6),
  djuSource: id,
  q: numberBetween(0, 1_000),
  target: numberBetween(0, 1_000),
  threshold: numberBetween(0, 100),
  djuContract: numberBetween(0, 10_000).nullable(),
};

const factorsFields = {
  pta: numberBetween(0, 10).nullable(),
  pcs: numberBetween(0, 30).nullable(),
};

const sources: z.ZodType<EfficiencySources> = z.object(sourcesFields)
  .meta({ id: "EfficiencySources" });

const settings: z.ZodType<EfficiencySettings> = z.object({ fromDate: isoDate, ...settingsFields })
  .meta({ id: "EfficiencySettings" });

const factors: z.ZodType<GasFactors> = z.object({ fromDate: isoDate, ...factorsFields })
  .meta({ id: "GasFactors" });

const efficiency: z.ZodType<BoilerRoomEfficiency> = z.object({
  ...sourcesFields,
  settings: z.array(settings),
  gazFactors: z.array(factors),
}).meta({ id: "BoilerRoomEfficiency" });

/** {@link EfficiencyRead} */
export const efficiencyRead: z.ZodType<EfficiencyRead> = z.object({
  sources: sources.nullable(),
  settings: z.array(settings),
  gazFactors: z.array(factors),
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
  boilerRoom: efficiency.nullable(),
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

/** {@link ComparedBoilerRoom} */
export const comparedBoilerRoom: z.ZodType<ComparedBoilerRoom> = z.object({
  projectId: id,
  projectName: z.string(),
  boilerRoomId: id,
  boilerRoomName: z.string(),
  cumulative: cumulativeReport.nullable(),
}).meta({ id: "ComparedBoilerRoom" });
