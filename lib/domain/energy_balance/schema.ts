import * as z from "zod/mini";
import { PCE } from "@/lib/domain/facilities/pce.ts";
import {
  id,
  ids,
  integerBetween,
  isoDate,
  named,
  numberBetween,
} from "@/lib/domain/forms/schema.ts";
import {
  DJU_CONTRACT_LIMITS,
  type NumberLimits,
  PCS_MAX,
  PTA_MAX,
  SETTINGS_LIMITS,
} from "./constants.ts";
import { SOURCE_KIND_NAMES } from "./settings/source_kinds.ts";
import type {
  BoilerRoomEfficiency,
  EfficiencySettings,
  GasFactors,
  HotWaterType,
  SourceKind,
} from "./types.ts";

/** Series of one use that a boiler room may have. */
const MAX_SERIES = 50;

/** Maximum number of dated versions per boiler room. */
const MAX_VERSIONS = 200;

/** A kind of source. @spec B §3 "sourceKind" */
export const sourceKind: z.ZodMiniType<SourceKind> = named(
  "SourceKind",
  z.enum(SOURCE_KIND_NAMES),
);

const hotWaterType: z.ZodMiniType<HotWaterType> = z.strictObject({
  hotWaterType: id,
  hotWaterKind: z.enum(["volume", "energy"]),
});

/** Fields of a boiler room's sources, for the schemas that use them. @spec B §3 */
export const sourcesFields = {
  sourceKind,
  sourceType: id,
  hotWaterTypes: z.array(hotWaterType).check(
    z.maxLength(MAX_SERIES),
    z.refine((types) => isUnique(types.map((type) => type.hotWaterType)), { message: "unique" }),
  ),
  solarTypes: ids(MAX_SERIES),
  gazPce: z.nullable(z.string().check(z.trim(), z.regex(PCE))),
};

/** Fields of a version of the settings, without its day, which is in the call's path. @spec B §3 */
export const settingsFields = {
  area: within(SETTINGS_LIMITS.area),
  peopleNb: integerBetween(SETTINGS_LIMITS.peopleNb.min, SETTINGS_LIMITS.peopleNb.max),
  djuSource: id,
  q: within(SETTINGS_LIMITS.q),
  target: within(SETTINGS_LIMITS.target),
  threshold: within(SETTINGS_LIMITS.threshold),
  djuContract: z.nullable(within(DJU_CONTRACT_LIMITS)),
};

/** The fields of a version of the gas factors, its day apart. @spec B §3 "Gas factors" */
export const factorsFields = {
  pta: z.nullable(z.number().check(z.positive(), z.lte(PTA_MAX))),
  pcs: z.nullable(z.number().check(z.positive(), z.lte(PCS_MAX))),
};

/** A dated version of the settings. @spec B §3 "Settings" */
export const efficiencySettings: z.ZodMiniType<EfficiencySettings> = named(
  "EfficiencySettings",
  z.object({
    fromDate: isoDate,
    ...settingsFields,
  }),
);

/** A dated version of the gas factors. @spec B §3 "Gas factors" */
export const gasFactors: z.ZodMiniType<GasFactors> = named(
  "GasFactors",
  z.object({ fromDate: isoDate, ...factorsFields }),
);

/** Sources and targets of a boiler room. @spec B §3 "Boiler room efficiency data" */
export const boilerRoomEfficiency: z.ZodMiniType<BoilerRoomEfficiency> = named(
  "BoilerRoomEfficiency",
  z.object({
    ...sourcesFields,
    settings: versions(efficiencySettings),
    gazFactors: versions(gasFactors),
  }),
);

/** Versions of which no two start the same day. */
function versions<Version extends { readonly fromDate: string }>(version: z.ZodMiniType<Version>) {
  return z.array(version).check(
    z.maxLength(MAX_VERSIONS),
    z.refine((all) => isUnique(all.map((one) => one.fromDate)), { message: "unique" }),
  );
}

function within({ min, max }: NumberLimits): z.ZodMiniType<number> {
  return numberBetween(min, max);
}

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
