/** The remote control of dwellings. @module */

export * from "./changes.ts";
export * from "./module_reads.ts";
export * from "./own_pilot.ts";
export * from "./thresholds.ts";
