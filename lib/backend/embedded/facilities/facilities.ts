/** Equipment, boiler rooms, buildings and their readings. @module */

export * from "./accessories.ts";
export * from "./boiler_rooms.ts";
export * from "./buildings.ts";
export * from "./equipment.ts";
export * from "./equipment_removal.ts";
export * from "./facility_data.ts";
export * from "./heating_seasons.ts";
export * from "./machines.ts";
