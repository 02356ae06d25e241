/** Dwellings, their kinds and groups, their readings, and the rights of the occupants' application. @module */

export * from "./connectivity.ts";
export * from "./house_choices.ts";
export * from "./house_data.ts";
export * from "./house_last_values.ts";
export * from "./houses.ts";
export * from "./housing_alerts.ts";
export * from "./housing_data.ts";
export * from "./module_rights.ts";
export * from "./occupancies.ts";
export * from "./occupant_access.ts";
export * from "./occupant_export.ts";
export * from "./own_houses.ts";
