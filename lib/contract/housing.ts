import * as z from "zod/mini";
import { rangeData } from "../domain/facilities/schema.ts";
import { isoDate } from "../domain/forms/schema.ts";
import * as housing from "../domain/housing/schema.ts";
import { defineCall } from "./call.ts";
import { onProject, onProjectOrAdmin } from "./grants.ts";
import { HOUSING_PATHS as at } from "./housing_paths.ts";
import { OCCUPANCIES_CALLS } from "./occupancies.ts";
import { OWN_HOUSES_CALLS } from "./own_houses.ts";
import { created, nothing } from "./shapes.ts";

const readsTogether = onProject("collect:agg:daily");
const readsEach = onProject("collect:detail:daily", "collect:anondetail:daily");
const administers = onProjectOrAdmin("collect:houseadmin");
const readsChoices = onProjectOrAdmin("collect:agg:daily", "collect:houseadmin");
const readsRights = onProject(
  "collect:houseadmin",
  "ecotouch:houses:read",
  "ecotouch:houses:admin",
);
const writesRights = onProject("collect:houseadmin", "ecotouch:houses:admin");
const readsAlerts = onProject("collect:housing:alerts:read");
const writesAlerts = onProject("collect:housing:alerts:write");

/** Figures of a dwelling are of one occupancy: that of the day `on`, of the last day begun without it. */
type OccupancyQuery = { on?: string | undefined };

const occupancyQuery: z.ZodMiniType<OccupancyQuery> = z.strictObject({ on: z.optional(isoDate) });

/** Dwellings, their settings and their readings. @spec B §3 "Housing", B §7, domain §5.5 */
export const HOUSING_CALLS = {
  ...OCCUPANCIES_CALLS,
  ...OWN_HOUSES_CALLS,
  listHouses: defineCall({
    ...at.listHouses,
    summary: "The dwellings of a residence (B §7)",
    access: readsChoices,
    answer: z.array(housing.house),
    refusals: [],
  }),
  createHouse: defineCall({
    ...at.createHouse,
    summary: "Adds a dwelling (F §3)",
    access: administers,
    body: housing.houseDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "serial-taken", "limit-reached"],
  }),
  putHouseSettings: defineCall({
    ...at.putHouseSettings,
    summary: "Changes the settings of a dwelling (B §7)",
    access: administers,
    body: housing.houseSettingsDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteHouse: defineCall({
    ...at.deleteHouse,
    summary: "Deletes a dwelling and its readings (F §3)",
    access: administers,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  listHouseTypes: defineCall({
    ...at.listHouseTypes,
    summary: "The kinds of dwelling of a residence (B §7)",
    access: readsChoices,
    answer: z.array(housing.houseType),
    refusals: [],
  }),
  createHouseType: defineCall({
    ...at.createHouseType,
    summary: "Adds a kind of dwelling (B §7)",
    access: administers,
    body: housing.houseTypeDraft,
    answer: created,
    creates: true,
    refusals: ["limit-reached"],
  }),
  putHouseType: defineCall({
    ...at.putHouseType,
    summary: "Changes a kind of dwelling (B §7)",
    access: administers,
    body: housing.houseTypeDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  deleteHouseType: defineCall({
    ...at.deleteHouseType,
    summary: "Deletes a kind that no dwelling has (B §7)",
    access: administers,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  listAnonymousGroups: defineCall({
    ...at.listAnonymousGroups,
    summary: "The groups of dwellings shown together (B §7)",
    access: readsChoices,
    answer: z.array(housing.anonymousGroup),
    refusals: [],
  }),
  createAnonymousGroup: defineCall({
    ...at.createAnonymousGroup,
    summary: "Adds a group of dwellings (B §7)",
    access: administers,
    body: housing.anonymousGroupDraft,
    answer: created,
    creates: true,
    refusals: ["limit-reached"],
  }),
  putAnonymousGroup: defineCall({
    ...at.putAnonymousGroup,
    summary: "Renames a group of dwellings (B §7)",
    access: administers,
    body: housing.anonymousGroupDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  deleteAnonymousGroup: defineCall({
    ...at.deleteAnonymousGroup,
    summary: "Deletes a group that no dwelling is in (B §7)",
    access: administers,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  getHousesConnectivitySummary: defineCall({
    ...at.getHousesConnectivitySummary,
    summary: "How many dwellings answer, and how (B §7)",
    access: readsTogether,
    answer: housing.connectivitySummary,
    refusals: [],
  }),
  listHousesConnectivity: defineCall({
    ...at.listHousesConnectivity,
    summary: "How each dwelling answers (B §7)",
    access: readsTogether,
    answer: z.array(housing.houseConnectivity),
    refusals: [],
  }),
  listModuleRights: defineCall({
    ...at.listModuleRights,
    summary: "What the occupants' application may do in each dwelling (B §7)",
    access: readsRights,
    answer: z.array(housing.moduleRights),
    refusals: [],
  }),
  putModuleRights: defineCall({
    ...at.putModuleRights,
    summary: "Says what the occupants' application may do in a dwelling (B §7)",
    access: writesRights,
    body: housing.moduleRightsDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  listHousingAlerts: defineCall({
    ...at.listHousingAlerts,
    summary: "The alert messages to tenants (B §7)",
    access: readsAlerts,
    answer: z.array(housing.housingAlert),
    refusals: [],
  }),
  createHousingAlert: defineCall({
    ...at.createHousingAlert,
    summary: "Adds an alert message to tenants (B §7)",
    access: writesAlerts,
    body: housing.housingAlertDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "limit-reached"],
  }),
  putHousingAlert: defineCall({
    ...at.putHousingAlert,
    summary: "Changes an alert message to tenants (B §7)",
    access: writesAlerts,
    body: housing.housingAlertDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteHousingAlert: defineCall({
    ...at.deleteHousingAlert,
    summary: "Deletes an alert message to tenants (B §7)",
    access: writesAlerts,
    answer: nothing,
    refusals: ["not-found"],
  }),

  getHousingRangeData: defineCall({
    ...at.getHousingRangeData,
    summary: "Every housing series over a range, all dwellings together (B §7)",
    access: readsTogether,
    answer: z.array(rangeData),
    refusals: ["forbidden"],
  }),
  getHousingRangeStats: defineCall({
    ...at.getHousingRangeStats,
    summary: "Every housing series over a range: lowest, mean and highest dwelling (B §7)",
    access: readsTogether,
    answer: z.array(housing.rangeStats),
    refusals: ["forbidden"],
  }),
  getSeriesRangeData: defineCall({
    ...at.getSeriesRangeData,
    summary: "A housing series over a range, all dwellings together (B §7)",
    access: readsTogether,
    answer: rangeData,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesRangeStats: defineCall({
    ...at.getSeriesRangeStats,
    summary: "A housing series over a range: lowest, mean and highest dwelling (B §7)",
    access: readsTogether,
    answer: housing.rangeStats,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesStats: defineCall({
    ...at.getSeriesStats,
    summary: "A housing series over one slot: lowest, mean and highest dwelling (B §7)",
    access: readsTogether,
    answer: housing.seriesStats,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesDetailedData: defineCall({
    ...at.getSeriesDetailedData,
    summary: "A housing series over one slot, dwelling by dwelling (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.detailedData,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesLastSensorData: defineCall({
    ...at.getSeriesLastSensorData,
    summary: "The last value of a housing series in each dwelling, up to a slot's end (B §7)",
    access: readsEach,
    answer: z.array(housing.houseSensorValue),
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesAnonymousData: defineCall({
    ...at.getSeriesAnonymousData,
    summary: "A housing series over a day, by group of dwellings large enough to be shown (B §7)",
    access: onProject("collect:anondetail:daily"),
    answer: housing.anonymousData,
    refusals: ["not-found"],
  }),
  getHouseRangeData: defineCall({
    ...at.getHouseRangeData,
    summary: "A series of one dwelling over a range (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: rangeData,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseRangeStats: defineCall({
    ...at.getHouseRangeStats,
    summary: "A series of one dwelling over a range: lowest, mean and highest reading (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.rangeStats,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseStats: defineCall({
    ...at.getHouseStats,
    summary: "A series of one dwelling over a whole range, in a few figures (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.seriesStats,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseDetailedData: defineCall({
    ...at.getHouseDetailedData,
    summary: "The readings of a series of one dwelling over a range, one by one (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.houseReadings,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseLastSensorData: defineCall({
    ...at.getHouseLastSensorData,
    summary: "The last value of a series in one dwelling, up to a slot's end; 404 for none (B §7)",
    access: readsEach,
    answer: housing.houseSensorValue,
    refusals: ["forbidden", "not-found"],
  }),
};
