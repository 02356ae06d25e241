/** What a residence's heating control offers, who may use it, and which series have thresholds. @module */

import { namesOf } from "@/lib/base/records.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import type { Role, Screen } from "@/lib/identity/roles.ts";
import type { Project } from "@/lib/residences/schema.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { PilotConfig, PilotFeatures } from "./schema.ts";

/** Value from which a series raises an alarm. */
export interface WatchedThreshold {
  readonly dataSeriesId: string;
  readonly threshold: number;
}

/** Access of a user to a part of the pilot side. */
type PilotAccess = "none" | "read" | "write";

/** Pilot features of a residence; absent means off. */
export type PilotFacts = Partial<Pick<Project, "hasPilot" | "hasTempPilot">>;

/**
 * Access of a user to the configuration and the thresholds of a residence.
 *
 * @spec pilot.screens
 * @param roles roles with the roles they imply, as returned by `effectiveRoles()`
 */
export function settingsAccess({ hasPilot }: PilotFacts, roles: ReadonlySet<Role>): PilotAccess {
  return hasPilot ? accessBy(["pilot", "pilot-settings"], roles) : "none";
}

/**
 * Access of a user to the modules, through the residence's pilot or its heating control.
 *
 * @spec pilot.screens
 * @param roles roles with the roles they imply, as returned by `effectiveRoles()`
 */
export function modulesAccess(facts: PilotFacts, roles: ReadonlySet<Role>): PilotAccess {
  const heating = facts.hasTempPilot
    ? accessBy(["heating-control", "heating-control-settings"], roles)
    : "none";
  const settings = settingsAccess(facts, roles);
  return heating === "write" || settings === "none" ? heating : settings;
}

function accessBy(
  [reads, writes]: readonly [Screen, Screen],
  roles: ReadonlySet<Role>,
): PilotAccess {
  if (opensScreen(writes, roles)) return "write";
  return opensScreen(reads, roles) ? "read" : "none";
}

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

/**
 * Whether a series may have a threshold: instants and amounts only. A register only rises, and a state is not a
 * quantity.
 *
 * @spec pilot.thresholds
 */
export function hasThreshold(
  { unit: { kind }, manualIndex }: Pick<ProjectSeries, "unit" | "manualIndex">,
): boolean {
  return !manualIndex && (kind === "instant" || kind === "consumption");
}
