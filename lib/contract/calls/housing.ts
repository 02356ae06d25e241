import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { onProject, onProjectOrAdmin } from "@/lib/contract/grants.ts";
import { created, nothing } from "@/lib/contract/shapes.ts";
import { rangeData } from "@/lib/domain/facilities/schema.ts";
import { isoDate } from "@/lib/domain/forms/schema.ts";
import * as housing from "@/lib/domain/housing/schema.ts";
import { OCCUPANCIES_CALLS } from "./occupancies.ts";
import { OWN_HOUSES_CALLS } from "./own_houses.ts";

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
    method: "GET",
    path: "/collect/projects/:projectId/housing/houses",
    summary: "The dwellings of a residence (B §7)",
    access: readsChoices,
    answer: z.array(housing.house),
    refusals: [],
  }),
  createHouse: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/housing/houses",
    summary: "Adds a dwelling (F §3)",
    access: administers,
    body: housing.houseDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "serial-taken", "limit-reached"],
  }),
  putHouseSettings: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/housing/houses/:houseId/settings",
    summary: "Changes the settings of a dwelling (B §7)",
    access: administers,
    body: housing.houseSettingsDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteHouse: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/houses/:houseId",
    summary: "Deletes a dwelling and its readings (F §3)",
    access: administers,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  listHouseTypes: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/housetypes",
    summary: "The kinds of dwelling of a residence (B §7)",
    access: readsChoices,
    answer: z.array(housing.houseType),
    refusals: [],
  }),
  createHouseType: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/housing/housetypes",
    summary: "Adds a kind of dwelling (B §7)",
    access: administers,
    body: housing.houseTypeDraft,
    answer: created,
    creates: true,
    refusals: ["limit-reached", "name-taken"],
  }),
  putHouseType: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/housing/housetypes/:houseTypeId",
    summary: "Changes a kind of dwelling (B §7)",
    access: administers,
    body: housing.houseTypeDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteHouseType: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/housetypes/:houseTypeId",
    summary: "Deletes a kind that no dwelling has (B §7)",
    access: administers,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  listAnonymousGroups: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/anonymousgroups",
    summary: "The groups of dwellings shown together (B §7)",
    access: readsChoices,
    answer: z.array(housing.anonymousGroup),
    refusals: [],
  }),
  createAnonymousGroup: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/housing/anonymousgroups",
    summary: "Adds a group of dwellings (B §7)",
    access: administers,
    body: housing.anonymousGroupDraft,
    answer: created,
    creates: true,
    refusals: ["limit-reached", "name-taken"],
  }),
  putAnonymousGroup: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/housing/anonymousgroups/:anonymousGroupId",
    summary: "Renames a group of dwellings (B §7)",
    access: administers,
    body: housing.anonymousGroupDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteAnonymousGroup: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/anonymousgroups/:anonymousGroupId",
    summary: "Deletes a group that no dwelling is in (B §7)",
    access: administers,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  getHousesConnectivitySummary: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/housesconnectivitysummary",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "How many dwellings answer, and how (B §7)",
    access: readsTogether,
    answer: housing.connectivitySummary,
    refusals: [],
  }),
  listHousesConnectivity: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/housesconnectivity",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "How each dwelling answers (B §7)",
    access: readsTogether,
    answer: z.array(housing.houseConnectivity),
    refusals: [],
  }),
  listModuleRights: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/housesmodulerights",
    summary: "What the occupants' application may do in each dwelling (B §7)",
    access: readsRights,
    answer: z.array(housing.moduleRights),
    refusals: [],
  }),
  putModuleRights: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/housing/housesmodulerights/:houseId",
    summary: "Says what the occupants' application may do in a dwelling (B §7)",
    access: writesRights,
    body: housing.moduleRightsDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  listHousingAlerts: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/alerts",
    summary: "The alert messages to tenants (B §7)",
    access: readsAlerts,
    answer: z.array(housing.housingAlert),
    refusals: [],
  }),
  createHousingAlert: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/housing/alerts",
    summary: "Adds an alert message to tenants (B §7)",
    access: writesAlerts,
    body: housing.housingAlertDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-reference", "limit-reached"],
  }),
  putHousingAlert: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/housing/alerts/:alertId",
    summary: "Changes an alert message to tenants (B §7)",
    access: writesAlerts,
    body: housing.housingAlertDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteHousingAlert: defineCall({
    method: "DELETE",
    path: "/collect/projects/:projectId/housing/alerts/:alertId",
    summary: "Deletes an alert message to tenants (B §7)",
    access: writesAlerts,
    answer: nothing,
    refusals: ["not-found"],
  }),

  getHousingRangeData: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "Every housing series over a range, all dwellings together (B §7)",
    access: readsTogether,
    answer: z.array(rangeData),
    refusals: ["forbidden"],
  }),
  getHousingRangeStats: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/rangestats/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "Every housing series over a range: lowest, mean and highest dwelling (B §7)",
    access: readsTogether,
    answer: z.array(housing.rangeStats),
    refusals: ["forbidden"],
  }),
  getSeriesRangeData: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A housing series over a range, all dwellings together (B §7)",
    access: readsTogether,
    answer: rangeData,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesRangeStats: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/rangestats/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A housing series over a range: lowest, mean and highest dwelling (B §7)",
    access: readsTogether,
    answer: housing.rangeStats,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesStats: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/stats/:instant",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A housing series over one slot: lowest, mean and highest dwelling (B §7)",
    access: readsTogether,
    answer: housing.seriesStats,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesDetailedData: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/detaileddata/:instant",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A housing series over one slot, dwelling by dwelling (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.detailedData,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesLastSensorData: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/last-sensor-data/:instant",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The last value of a housing series in each dwelling, up to a slot's end (B §7)",
    access: readsEach,
    answer: z.array(housing.houseSensorValue),
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesAnonymousData: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/dataseries/:series/anonymousdata/:date",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A housing series over a day, by group of dwellings large enough to be shown (B §7)",
    access: onProject("collect:anondetail:daily"),
    answer: housing.anonymousData,
    refusals: ["not-found"],
  }),
  getHouseRangeData: defineCall({
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A series of one dwelling over a range (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: rangeData,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseRangeStats: defineCall({
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/rangestats/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A series of one dwelling over a range: lowest, mean and highest reading (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.rangeStats,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseStats: defineCall({
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/stats/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A series of one dwelling over a whole range, in a few figures (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.seriesStats,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseDetailedData: defineCall({
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/detaileddata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The readings of a series of one dwelling over a range, one by one (B §7)",
    access: readsEach,
    query: occupancyQuery,
    answer: housing.houseReadings,
    refusals: ["forbidden", "not-found"],
  }),
  getHouseLastSensorData: defineCall({
    method: "GET",
    path:
      "/collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/last-sensor-data/:instant",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The last value of a series in one dwelling, up to a slot's end; 404 for none (B §7)",
    access: readsEach,
    answer: housing.houseSensorValue,
    refusals: ["forbidden", "not-found"],
  }),
};
