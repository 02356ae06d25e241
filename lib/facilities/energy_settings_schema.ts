/** Schemas of a boiler room's energy sources, dated settings and gas factors. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, named, namedObject, uniqueBy } from "@/lib/base/object_schemas.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { PCE } from "@/lib/base/typed_formats.ts";
import {
  CLIMATE_ZONES,
  DJU_CONTRACT_LIMITS,
  ENERGY_CLASSES,
  type NumberLimits,
  SETTINGS_LIMITS,
} from "./energy_setting_limits.ts";
import { burnsGas, SOURCE_KIND_NAMES, type SourceKind } from "./source_kinds.ts";

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

/** What is typed for carbon and class, each null when unknown. @spec facilities.site-marks */
export type SiteMarks = z.output<typeof siteMarks>;
export const siteMarks = z.strictObject({
  /** Carbon of a kWh of its district network, kgCO2e, and its year; both or none. */
  networkKgPerKwh: z.nullable(field.numberBetween(0, 2)),
  networkYear: z.nullable(field.integerBetween(FIRST_YEAR, LAST_YEAR)),
  /** Class of the DPE, as a certified person signed it. */
  dpe: z.nullable(z.enum(ENERGY_CLASSES)),
  altitudeM: z.nullable(field.numberBetween(0, 3_000)),
  zone: z.nullable(z.enum(CLIMATE_ZONES)),
}).check(
  z.refine((marks) => (marks.networkKgPerKwh === null) === (marks.networkYear === null), {
    message: "networkKgPerKwh and networkYear together",
    path: ["networkYear"],
  }),
);

/** Fields of a boiler room's sources, for the schemas that use them. @spec balance.meters, balance.efficiency */
const sourcesFields = {
  sourceKind,
  /** Facilities series id of the source meter. */
  sourceType: field.id,
  hotWaterTypes: z.array(hotWaterType).check(z.maxLength(MAX_SERIES), uniqueBy("hotWaterType")),
  solarTypes: field.ids(MAX_SERIES),
  /** Gas delivery point; null when there is none. */
  gazPce: z.nullable(z.string().check(z.trim(), z.regex(PCE))),
  /** Absent when nothing is typed; a change without them leaves them. */
  marks: z.optional(siteMarks),
};

function within({ min, max }: NumberLimits): z.ZodMiniType<number> {
  return field.numberBetween(min, max);
}

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
  /** Pressure, temperature and altitude coefficient, m³(n)/m³: 1.23 at 300 mbar. */
  pta: z.nullable(z.number().check(z.positive(), z.lte(10))),
  /** Gross calorific value, kWh/m³(n): gas is near 9 to 13. */
  pcs: z.nullable(z.number().check(z.positive(), z.lte(30))),
};

export const efficiencySettings = namedObject("EfficiencySettings", {
  fromDate: field.isoDate,
  ...settingsFields,
});

/** Settings of the balance from a day until the next version. @spec balance.settings */
export type EfficiencySettings = z.output<typeof efficiencySettings>;

export const gasFactors = namedObject("GasFactors", { fromDate: field.isoDate, ...factorsFields });

/** Gas conversion factors from a day; a single factor counts as none. @spec balance.source */
export type GasFactors = z.output<typeof gasFactors>;

/** Versions with distinct start days. */
function versions<Version extends { readonly fromDate: string }>(version: z.ZodMiniType<Version>) {
  return z.array(version).check(z.maxLength(MAX_VERSIONS), uniqueBy("fromDate"));
}

export const boilerRoomEfficiency = namedObject("BoilerRoomEfficiency", {
  ...sourcesFields,
  settings: versions(efficiencySettings),
  gazFactors: versions(gasFactors),
});

/** Sources and targets of a boiler room. @spec balance.settings */
export type BoilerRoomEfficiency = z.output<typeof boilerRoomEfficiency>;

const sources = namedObject("EfficiencySources", sourcesFields);

/** Sources and hot water of a boiler room, without its dated settings. @spec balance.meters */
export type EfficiencySources = z.output<typeof sources>;

/** The settings of a boiler room's balance, with the versions for edits. */
export type EfficiencyRead = z.output<typeof efficiencyRead>;
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
