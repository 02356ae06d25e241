import { namesOf } from "@/lib/domain/forms/records.ts";
import type { PilotConfig, PilotFeatures } from "./types.ts";

/** A feature controlled by modules. */
export type PilotFeature = keyof Omit<PilotFeatures, "occupantRangeC" | "version">;

export type FeaturesOn = Readonly<Record<PilotFeature, boolean>>;

/** The feature of each value of a configuration. @spec pilot.features */
export const FEATURE_OF = {
  temp_conf: "ch_pilot",
  temp_conf_clim: "clim_pilot",
  night_decrease: "ch_pilot",
  temp_conf_limit: "ch_pilot",
  temp_conf_clim_limit: "clim_pilot",
  night_decrease_limit: "ch_pilot",
  ch_on: "ch_pilot",
  watertank_hours: "watertank_pilot",
} as const satisfies Record<keyof PilotConfig, PilotFeature>;

export const CONFIG_FIELDS: readonly (keyof PilotConfig)[] = namesOf(FEATURE_OF);

const OFF: FeaturesOn = {
  house_status: false,
  ch_pilot: false,
  clim_pilot: false,
  watertank_pilot: false,
};

/**
 * The effective features of a residence: temperature control alone excludes presence and water tanks.
 *
 * @spec pilot.features
 * @param stored null until set: nothing is controlled
 * @returns null for a residence without pilot
 */
export function featuresOn(
  { hasPilot, hasTempPilot }: { readonly hasPilot: boolean; readonly hasTempPilot: boolean },
  stored: FeaturesOn | null,
): FeaturesOn | null {
  if (!hasPilot && !hasTempPilot) return null;
  const { house_status, ch_pilot, clim_pilot, watertank_pilot } = stored ?? OFF;
  return hasPilot
    ? { house_status, ch_pilot, clim_pilot, watertank_pilot }
    : { ...OFF, ch_pilot, clim_pilot };
}

/**
 * The stored features that a residence cannot have at present: its form does not show them, and they are kept for when it
 * has its pilot again.
 *
 * @spec pilot.features
 */
export function featuresKept(
  { hasPilot }: { readonly hasPilot: boolean },
  stored: FeaturesOn | null,
): Partial<FeaturesOn> {
  if (hasPilot || stored === null) return {};
  const { house_status, watertank_pilot } = stored;
  return { house_status, watertank_pilot };
}

/** The values of a configuration whose feature is on, as sent to modules. */
export function shownConfig(config: PilotConfig, on: FeaturesOn): Partial<PilotConfig> {
  const shown = CONFIG_FIELDS.filter((field) => on[FEATURE_OF[field]]);
  return Object.fromEntries(shown.map((field) => [field, config[field]]));
}

/** The values changed by a write although their feature is off. @spec pilot.features */
export function changedOff(
  { before, after, on }: {
    readonly before: PilotConfig;
    readonly after: PilotConfig;
    readonly on: FeaturesOn;
  },
): (keyof PilotConfig)[] {
  return CONFIG_FIELDS.filter((field) =>
    !on[FEATURE_OF[field]] && String(before[field]) !== String(after[field])
  );
}

/** Whether any value of a configuration is controlled. @spec pilot.features */
export function drivesConfig(on: FeaturesOn): boolean {
  return CONFIG_FIELDS.some((field) => on[FEATURE_OF[field]]);
}
