import { HOUSE_HOURLY, HOUSE_MODES, type ProjectFeatures } from "@/lib/domain/projects/types.ts";

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
