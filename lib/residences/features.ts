/** Lists the features that a residence may switch on, with their levels. @module */

/** Access of the occupants' application. @spec projects.installation */
export const ECOTOUCH_ACCESS = { None: 0, Read: 1, Write: 2, Websocket: 3 } as const;

/** Visibility of each dwelling in a project. @spec housing.visibility */
export const HOUSE_MODES = {
  No: 0,
  Detailed: 1,
  Anonymous: 2,
  Configurable: 3,
  DetailedTemp: 4,
} as const;

/** Granularity allowed for the dwellings' data. @spec housing.visibility */
export const HOUSE_HOURLY = {
  No: 0,
  All: 1,
  Temp: 2,
  AllFiveMin: 3,
  TempFiveMin: 4,
  Configurable: 5,
  ConfigurableFiveMin: 6,
} as const;

/** 0 to 3, see {@link ECOTOUCH_ACCESS}. */
export type EcotouchAccess = typeof ECOTOUCH_ACCESS[keyof typeof ECOTOUCH_ACCESS];

/** 0 to 4, see {@link HOUSE_MODES}. */
export type HouseModeFeature = typeof HOUSE_MODES[keyof typeof HOUSE_MODES];

/** 0 to 6, see {@link HOUSE_HOURLY}. */
export type HouseHourlyFeature = typeof HOUSE_HOURLY[keyof typeof HOUSE_HOURLY];
