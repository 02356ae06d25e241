/** Lists the kinds of consumption that reports and meters distinguish. @module */

/** Kinds of consumption reports. @spec reports.settings */
export const CONSUMPTION_KINDS = [
  "electricity",
  "lights",
  "plugs",
  "cooking",
  "gas",
  "coldWater",
  "hotWater",
  "waterHeating",
  "heating",
  "temp",
] as const;

/** One of {@link CONSUMPTION_KINDS}; `electricity` and `gas` are the general meters of a dwelling. */
export type ConsumptionKind = typeof CONSUMPTION_KINDS[number];
