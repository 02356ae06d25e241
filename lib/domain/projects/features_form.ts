import {
  HOUSE_HOURLY,
  HOUSE_MODES,
  type HouseHourlyFeature,
  type HouseModeFeature,
  type ProjectFeatures,
} from "./types.ts";

/** Features that are on or off, in the order of their form. @spec F §3 "Project features" */
export const FEATURE_FLAGS = [
  "houseOnConnection",
  "houseTypes",
  "houseMetadata",
  "housesConsreport",
  "housesAppAlarm",
  "tempOffset",
  "facilityFiveMin",
  "calculatedHeatingSeason",
  "display",
] as const satisfies readonly (keyof ProjectFeatures)[];

export type FeatureFlag = typeof FEATURE_FLAGS[number];

/**
 * The features a form describes; a box that is not ticked is not sent.
 *
 * @spec projects.features
 * @param typed texts of the fields by name
 * @returns null when a mode is not offered
 */
export function readFeaturesForm(
  typed: Readonly<Record<string, string | undefined>>,
): ProjectFeatures | null {
  const houseMode = oneOf<HouseModeFeature>(Object.values(HOUSE_MODES), typed.houseMode);
  const houseHourly = oneOf<HouseHourlyFeature>(Object.values(HOUSE_HOURLY), typed.houseHourly);
  if (houseMode === null || houseHourly === null) return null;
  const isOn = (flag: FeatureFlag) => (typed[flag] ?? "") !== "";
  return {
    houseMode,
    houseHourly,
    houseOnConnection: isOn("houseOnConnection"),
    houseTypes: isOn("houseTypes"),
    houseMetadata: isOn("houseMetadata"),
    housesConsreport: isOn("housesConsreport"),
    housesAppAlarm: isOn("housesAppAlarm"),
    tempOffset: isOn("tempOffset"),
    facilityFiveMin: isOn("facilityFiveMin"),
    calculatedHeatingSeason: isOn("calculatedHeatingSeason"),
    display: isOn("display"),
  };
}

function oneOf<Value extends number>(
  values: readonly Value[],
  text: string | undefined,
): Value | null {
  return values.find((value) => String(value) === text) ?? null;
}
