import * as z from "zod/mini";
import { PCE } from "@/lib/domain/facilities/pce.ts";
import {
  id,
  ids,
  integerBetween,
  isoDate,
  named,
  namedObject,
  numberBetween,
  uniqueBy,
} from "@/lib/domain/forms/schema.ts";
import {
  DJU_CONTRACT_LIMITS,
  type NumberLimits,
  PCS_MAX,
  PTA_MAX,
  SETTINGS_LIMITS,
} from "./settings/limits.ts";
import { SOURCE_KIND_NAMES } from "./settings/source_kinds.ts";
import type { SourceKind } from "./types.ts";

const MAX_SERIES = 50;

/** Maximum number of dated versions per boiler room. */
const MAX_VERSIONS = 200;

/** A kind of source. @spec balance.meters */
export const sourceKind: z.ZodMiniType<SourceKind> = named("SourceKind", z.enum(SOURCE_KIND_NAMES));

const hotWaterType = z.strictObject({
  /** Facilities series id. */
  hotWaterType: id,
  hotWaterKind: z.enum(["volume", "energy"]),
});

/** Fields of a boiler room's sources, for the schemas that use them. @spec balance.meters, balance.efficiency */
export const sourcesFields = {
  sourceKind,
  /** Facilities series id of the source meter. */
  sourceType: id,
  hotWaterTypes: z.array(hotWaterType).check(
    z.maxLength(MAX_SERIES),
    uniqueBy("hotWaterType"),
  ),
  solarTypes: ids(MAX_SERIES),
  /** Gas delivery point; null when there is none. */
  gazPce: z.nullable(z.string().check(z.trim(), z.regex(PCE))),
};

/** Fields of a settings version, except its day, which is in the request path. @spec balance.settings */
export const settingsFields = {
  /** Heated area, m². */
  area: within(SETTINGS_LIMITS.area),
  /** Occupants. */
  peopleNb: integerBetween(SETTINGS_LIMITS.peopleNb.min, SETTINGS_LIMITS.peopleNb.max),
  /** Outdoor source whose DJU count. */
  djuSource: id,
  /** Source energy spent per m³ of hot water, kWh/m³. */
  q: within(SETTINGS_LIMITS.q),
  /** Heating target, Wh/m²/DJU. */
  target: within(SETTINGS_LIMITS.target),
  /** Gap above which a month is very bad, %. */
  threshold: within(SETTINGS_LIMITS.threshold),
  /** DJU of the contract's reference season; null without contract. */
  djuContract: z.nullable(within(DJU_CONTRACT_LIMITS)),
};

/** Fields of a version of the gas factors, except its day. @spec balance.source */
export const factorsFields = {
  /** Pressure, temperature and altitude coefficient, m³(n)/m³. */
  pta: z.nullable(z.number().check(z.positive(), z.lte(PTA_MAX))),
  /** Gross calorific value, kWh/m³(n). */
  pcs: z.nullable(z.number().check(z.positive(), z.lte(PCS_MAX))),
};

/** Settings of the balance from a day until the next version. @spec balance.settings */
export type EfficiencySettings = z.output<typeof efficiencySettings>;
export const efficiencySettings = namedObject("EfficiencySettings", {
  fromDate: isoDate,
  ...settingsFields,
});

/** Gas conversion factors from a day; a single factor counts as none. @spec balance.source */
export type GasFactors = z.output<typeof gasFactors>;
export const gasFactors = namedObject("GasFactors", { fromDate: isoDate, ...factorsFields });

/** Sources and targets of a boiler room. @spec balance.settings */
export type BoilerRoomEfficiency = z.output<typeof boilerRoomEfficiency>;
export const boilerRoomEfficiency = namedObject("BoilerRoomEfficiency", {
  ...sourcesFields,
  settings: versions(efficiencySettings),
  gazFactors: versions(gasFactors),
});

/** Versions with distinct start days. */
function versions<Version extends { readonly fromDate: string }>(version: z.ZodMiniType<Version>) {
  return z.array(version).check(
    z.maxLength(MAX_VERSIONS),
    uniqueBy("fromDate"),
  );
}

function within({ min, max }: NumberLimits): z.ZodMiniType<number> {
  return numberBetween(min, max);
}
