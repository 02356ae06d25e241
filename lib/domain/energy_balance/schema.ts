import { z } from "zod";
import { id, integerBetween, isoDate, isoDateOrNull, numberBetween } from "../forms/schema.ts";
import { FIRST_YEAR, LAST_YEAR } from "../periods/period.ts";
import { DJU_CONTRACT_LIMITS, type NumberLimits, SETTINGS_LIMITS } from "./constants.ts";
import { SOURCE_KIND_NAMES } from "./source_kinds.ts";
import type {
  BoilerRoomEfficiency,
  EfficiencySettings,
  GasFactors,
  HeatingSeason,
  HotWaterType,
  SourceKind,
} from "./types.ts";

/** Versions that a boiler room may keep. */
const MAX_VERSIONS = 200;

/** Series of one use that a boiler room may have. */
const MAX_SERIES = 50;

/** Above any gas factor: PTA is near 1 to 5, PCS near 9 to 13 kWh/m³(n). @spec domain §5.2 */
const GAS_FACTOR_MAX = 100;

/** A kind of source. @spec B §3 "sourceKind" */
export const sourceKind: z.ZodType<SourceKind> = z.enum(SOURCE_KIND_NAMES);

const settingsFields = {
  area: within(SETTINGS_LIMITS.area),
  peopleNb: integerBetween(SETTINGS_LIMITS.peopleNb.min, SETTINGS_LIMITS.peopleNb.max),
  djuSource: id,
  q: within(SETTINGS_LIMITS.q),
  target: within(SETTINGS_LIMITS.target),
  threshold: within(SETTINGS_LIMITS.threshold),
  djuContract: within(DJU_CONTRACT_LIMITS).nullable(),
};

/** A version of the settings, without the day it starts, which a call's path gives. @spec B §3 */
export const efficiencyValues: z.ZodType<Omit<EfficiencySettings, "fromDate">> = z.object(
  settingsFields,
);

/** A dated version of the settings. @spec B §3 "Settings" */
export const efficiencySettings: z.ZodType<EfficiencySettings> = z.object({
  fromDate: isoDate,
  ...settingsFields,
});

const gasFactorFields = { pta: gasFactor(), pcs: gasFactor() };

/** Gas factors, without the day they start, which a call's path gives. @spec B §3 "Gas factors" */
export const gasFactorValues: z.ZodType<Omit<GasFactors, "fromDate">> = z.object(gasFactorFields);

/** A dated version of the gas factors. @spec B §3 "Gas factors" */
export const gasFactors: z.ZodType<GasFactors> = z.object({
  fromDate: isoDate,
  ...gasFactorFields,
});

/** A heating season: dates between its 1 July and the next 30 June, in order. @spec B §3 */
export const heatingSeason: z.ZodType<HeatingSeason> = z.object({
  yearStart: integerBetween(FIRST_YEAR, LAST_YEAR),
  dateStart: isoDateOrNull,
  dateStop: isoDateOrNull,
}).refine(isSeasonInOrder, { message: "season-dates", path: ["dateStop"] });

/** The seasons of a boiler room, one a year. @spec B §7 "heating season (PUT list of …)" */
export const heatingSeasons: z.ZodType<HeatingSeason[]> = z.array(heatingSeason)
  .max(MAX_VERSIONS)
  .refine((seasons) => isUnique(seasons.map((season) => season.yearStart)), { message: "unique" });

/** A hot-water series and what it counts. @spec B §3 "hotWaterTypes" */
export const hotWaterType: z.ZodType<HotWaterType> = z.object({
  hotWaterType: id,
  hotWaterKind: z.enum(["volume", "energy"]),
});

/** What a boiler room burns, makes and promises. @spec B §3 "Boiler room efficiency data" */
export const boilerRoomEfficiency: z.ZodType<BoilerRoomEfficiency> = z.object({
  sourceKind,
  sourceType: id,
  hotWaterTypes: z.array(hotWaterType).max(MAX_SERIES)
    .refine((types) => isUnique(types.map((type) => type.hotWaterType)), { message: "unique" }),
  solarTypes: z.array(id).max(MAX_SERIES).refine(isUnique, { message: "unique" }),
  gazPce: id.nullable(),
  settings: z.array(efficiencySettings).max(MAX_VERSIONS).refine(hasUniqueDays, {
    message: "unique",
  }),
  gazFactors: z.array(gasFactors).max(MAX_VERSIONS).refine(hasUniqueDays, { message: "unique" }),
});

function within({ min, max }: NumberLimits): z.ZodType<number> {
  return numberBetween(min, max);
}

function gasFactor(): z.ZodType<number | null> {
  return z.number().positive().max(GAS_FACTOR_MAX).nullable();
}

function isSeasonInOrder({ yearStart, dateStart, dateStop }: HeatingSeason): boolean {
  const [first, last] = [`${yearStart}-07-01`, `${yearStart + 1}-06-30`];
  const isInside = [dateStart, dateStop].every((date) =>
    date === null || (date >= first && date <= last)
  );
  return isInside && (dateStart === null || dateStop === null || dateStart <= dateStop);
}

function hasUniqueDays(versions: readonly { readonly fromDate: string }[]): boolean {
  return isUnique(versions.map((version) => version.fromDate));
}

function isUnique(values: readonly (string | number)[]): boolean {
  return new Set(values).size === values.length;
}
