/** Fields that a residence shows for its dwellings, their modes and their limits. @module */

import { HOUSE_HOURLY, HOUSE_MODES } from "@/lib/residences/features.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";

/** Maximum number of dwellings of a residence. */
export const MOST_HOUSES = 5_000;

export const CONSENT_SOURCE_MAX_LENGTH = 200;

/** Highest floor; 0 is the ground floor. @spec housing.fields */
export const TOP_FLOOR = 200;

export type HouseField =
  | "kind"
  | "serial"
  | "name"
  | "floor"
  | "buildingId"
  | "houseTypeId"
  | "anonymousGroupId"
  | "collectMode"
  | "hourlyMode"
  | "tempOffset"
  | "config";

/** The residence's features that determine the fields of its dwelling forms. */
export type HousingFeatures = Pick<
  ProjectFeatures,
  "houseMode" | "houseHourly" | "houseTypes" | "houseMetadata" | "tempOffset"
>;

/** Whether the residence shows its dwellings. @spec housing.form-fields */
export function hasHouses({ houseMode }: Pick<ProjectFeatures, "houseMode">): boolean {
  return houseMode !== HOUSE_MODES.No;
}

/** Whether dwellings belong to anonymous groups. @spec roles.offered */
export function hasAnonymousGroups({ houseMode }: Pick<ProjectFeatures, "houseMode">): boolean {
  return houseMode === HOUSE_MODES.Anonymous || houseMode === HOUSE_MODES.Configurable ||
    houseMode === HOUSE_MODES.DetailedTemp;
}

/**
 * Whether the residence may show a dwelling individually, in which case the dwelling may opt out.
 *
 * @spec roles.offered
 */
function canShowIndividually({ houseMode }: Pick<ProjectFeatures, "houseMode">): boolean {
  return houseMode === HOUSE_MODES.Detailed || houseMode === HOUSE_MODES.Configurable ||
    houseMode === HOUSE_MODES.DetailedTemp;
}

/** The dwelling fields used by a residence. @spec housing.form-fields */
export function shownHouseFields(features: HousingFeatures): ReadonlySet<HouseField> {
  const { houseHourly, houseTypes, houseMetadata, tempOffset } = features;
  const fields: HouseField[] = ["name", "floor", "kind", "serial", "buildingId"];
  if (houseTypes) fields.push("houseTypeId");
  if (hasAnonymousGroups(features)) fields.push("anonymousGroupId");
  if (canShowIndividually(features)) fields.push("collectMode");
  if (
    houseHourly === HOUSE_HOURLY.Configurable || houseHourly === HOUSE_HOURLY.ConfigurableFiveMin
  ) {
    fields.push("hourlyMode");
  }
  if (tempOffset) fields.push("tempOffset");
  if (houseMetadata) fields.push("config");
  return new Set(fields);
}

/** Choice of a dwelling to be anonymous, when its residence allows it. @spec housing.visibility */
export const COLLECT_MODES = { Default: 0, NonAnonymous: 1, Anonymous: 2 } as const;

/** Granularity of a dwelling's data. @spec housing.visibility */
export const HOURLY_MODES = { Default: 0, Daily: 1, Hourly: 2, FiveMin: 3 } as const;

/** 0 to 2, see {@link COLLECT_MODES}. */
export type CollectMode = typeof COLLECT_MODES[keyof typeof COLLECT_MODES];

/** 0 to 3, see {@link HOURLY_MODES}. */
export type HourlyMode = typeof HOURLY_MODES[keyof typeof HOURLY_MODES];
