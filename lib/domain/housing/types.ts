import type { HouseSettings } from "./schema.ts";

export type * from "./schema.ts";

/** The settings of a dwelling before any is chosen. */
export const UNSET_HOUSE: HouseSettings = {
  name: "",
  collectMode: 0,
  hourlyMode: 0,
  floor: null,
  buildingId: null,
  houseTypeId: null,
  anonymousGroupId: null,
};

/** Choice of a dwelling to be anonymous, when its residence allows it. @spec housing.visibility */
export const COLLECT_MODES = { Default: 0, NonAnonymous: 1, Anonymous: 2 } as const;

/** Granularity of a dwelling's data. @spec housing.visibility */
export const HOURLY_MODES = { Default: 0, Daily: 1, Hourly: 2, FiveMin: 3 } as const;

/** 0 to 2, see {@link COLLECT_MODES}. */
export type CollectMode = typeof COLLECT_MODES[keyof typeof COLLECT_MODES];

/** 0 to 3, see {@link HOURLY_MODES}. */
export type HourlyMode = typeof HOURLY_MODES[keyof typeof HOURLY_MODES];

/** Connectivity states of a dwelling. @spec housing.connectivity */
export const CONNECTIVITY_STATES = ["online", "reachable", "last-7-days", "offline"] as const;

export type ConnectivityState = typeof CONNECTIVITY_STATES[number];
