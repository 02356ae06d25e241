/** Declares the calls on dwellings, their readings, messages and occupancies. @module */

import * as z from "zod/mini";
import {
  atHomeCall,
  callFor,
  created,
  fileAnswer,
  FRESH_DATA_SECONDS,
  type InputOf,
  named,
  occupancyQuery,
  onProject,
  onProjectOrAdmin,
  ownCall,
  versionQuery,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { rangeData } from "@/lib/series/schema.ts";
import * as housing from "./schema.ts";
import {
  occupancy,
  occupancyDraft,
  occupancySpan,
  ownConsentDraft,
  ownHouse,
  ownHouseName,
} from "./schema.ts";

const administersOccupancies = callFor(onProjectOrAdmin("collect:houseadmin"), "not-found");
const administersAccess = callFor(onProjectOrAdmin("ecotouch:houses:admin"), "not-found");
const readsDetail = callFor(onProject("collect:detail:daily"), "not-found");

/** Past and current occupants of a dwelling. @spec housing.occupancies */
const OCCUPANCIES_CALLS = {
  listOccupancySpans: readsDetail({
    request: "GET /collect/projects/:projectId/housing/houses/:houseId/occupancyspans",
    dependsOn: "settings",
    summary: "The days of the occupancies of a dwelling, without who lives there (domain §3)",
    answer: z.array(occupancySpan),
  }),
  listOccupancies: administersOccupancies({
    request: "GET /collect/projects/:projectId/housing/houses/:houseId/occupancies",
    dependsOn: "settings",
    summary: "Those who live in a dwelling, and have lived there, the last first (domain §3)",
    answer: z.array(occupancy),
  }),
  createOccupancy: administersOccupancies({
    request: "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies",
    summary: "Adds an occupancy of a dwelling (domain §3)",
    audit: "Occupant ajouté",
    body: occupancyDraft,
    answer: created,
    refusals: ["to-confirm", "occupancy-overlap", "limit-reached"],
  }),
  putOccupancy: administersOccupancies({
    request: "PUT /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
    summary: "Changes an occupancy: its end, its consent or its withdrawal (domain §3)",
    audit: "Occupant modifié",
    body: occupancyDraft,
    refusals: ["to-confirm", "conflict", "occupancy-overlap"],
  }),
  deleteOccupancy: administersOccupancies({
    request: "DELETE /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
    summary: "Deletes an occupancy that was none, its days too (domain §3)",
    audit: "Occupation supprimée",
    query: versionQuery,
    refusals: ["conflict"],
  }),
  eraseOccupant: administersOccupancies({
    request:
      "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/erasure",
    summary: "Erases the person of an occupancy; its days stay, without anyone (domain §3)",
    audit: "Occupant effacé",
  }),
  exportOccupant: administersOccupancies({
    request:
      "GET /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/export",
    summary: "What is kept about the person of an occupancy, as a zip of JSON and CSV (domain §3)",
    audit: "Données d’un occupant exportées",
    answer: fileAnswer,
    answerKind: "bytes",
  }),
  inviteOccupant: administersAccess({
    request:
      "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
    summary: "Gives an occupant the page of their dwelling, and mails them how to enter (F §6)",
    audit: "Accès d’un occupant ouvert",
    refusals: ["occupancy-over", "occupant-without-email", "occupants-application-off"],
  }),
  removeOccupantAccess: administersAccess({
    request:
      "DELETE /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
    summary: "Takes the page of their dwelling from an occupant (F §6)",
    audit: "Accès d’un occupant retiré",
  }),
};

/** The caller's own dwelling. @spec housing.own-house */
const OWN_HOUSES_CALLS = {
  listOwnHouses: ownCall({
    request: "GET /collect/ownhouses",
    summary: "The dwellings the caller lives in today and has the page of (domain §3)",
    answer: z.array(ownHouseName),
  }),
  getOwnHouse: atHomeCall({
    request: "GET /collect/projects/:projectId/housing/ownhouses/:houseId",
    summary: "One's own dwelling: its series, its messages, one's agreement (domain §3)",
    answer: ownHouse,
    refusals: ["not-found"],
  }),
  getOwnRangeData: atHomeCall({
    request:
      "GET /collect/projects/:projectId/housing/ownhouses/:houseId/dataseries/:series/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A series of one's own dwelling over a range, since one lives there (domain §3)",
    answer: rangeData,
    refusals: ["not-found", "forbidden"],
  }),
  putOwnConsent: atHomeCall({
    request: "PUT /collect/projects/:projectId/housing/ownhouses/:houseId/consent",
    summary: "Gives or withdraws one's own agreement to fine data (domain §5.5)",
    audit: "Accord changé par l’occupant",
    body: ownConsentDraft,
    refusals: ["not-found"],
  }),
  exportOwnData: atHomeCall({
    request: "GET /collect/projects/:projectId/housing/ownhouses/:houseId/export",
    summary: "What is kept about the caller as an occupant, as a zip of JSON and CSV (domain §3)",
    audit: "Données exportées par l’occupant",
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
};

const readsTogether = callFor({
  ...onProject("collect:agg:daily"),
  freshForSeconds: FRESH_DATA_SECONDS,
});
const readsEach = callFor(
  {
    ...onProject("collect:detail:daily", "collect:anondetail:daily"),
    freshForSeconds: FRESH_DATA_SECONDS,
  },
  "forbidden",
  "not-found",
);
const administers = callFor(onProjectOrAdmin("collect:houseadmin"));
const deletes = callFor(onProjectOrAdmin("collect:houseadmin"), "not-found", "in-use");
const readsChoices = callFor(onProjectOrAdmin("collect:agg:daily", "collect:houseadmin"));
const readsRights = callFor(onProject(
  "collect:houseadmin",
  "ecotouch:houses:read",
  "ecotouch:houses:admin",
));
const writesRights = callFor(onProject("collect:houseadmin", "ecotouch:houses:admin"));
const readsAlerts = callFor(onProject("collect:housing:alerts:read"));
const writesAlerts = callFor(onProject("collect:housing:alerts:write"));
const readsAnonymous = callFor(onProject("collect:anondetail:daily"));

/** Dwellings, their settings and their readings. @spec calls.catalogue */
export const HOUSING_CALLS = named({
  ...OCCUPANCIES_CALLS,
  ...OWN_HOUSES_CALLS,
  listHouses: readsChoices({
    request: "GET /collect/projects/:projectId/housing/houses",
    dependsOn: "settings",
    summary: "The dwellings of a residence (B §7)",
    answer: z.array(housing.house),
  }),
  createHouse: administers({
    request: "POST /collect/projects/:projectId/housing/houses",
    summary: "Adds a dwelling (F §3)",
    audit: "Logement créé",
    body: housing.houseDraft,
    answer: created,
    refusals: ["unknown-reference", "serial-taken", "limit-reached"],
  }),
  putHouseSettings: administers({
    request: "PUT /collect/projects/:projectId/housing/houses/:houseId/settings",
    summary: "Changes the settings of a dwelling (B §7)",
    audit: "Logement modifié",
    body: housing.houseSettingsDraft,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteHouse: deletes({
    request: "DELETE /collect/projects/:projectId/housing/houses/:houseId",
    summary: "Deletes a dwelling and its readings (F §3)",
    audit: "Logement supprimé",
  }),
  listHouseTypes: readsChoices({
    request: "GET /collect/projects/:projectId/housing/housetypes",
    dependsOn: "settings",
    summary: "The kinds of dwelling of a residence (B §7)",
    answer: z.array(housing.houseType),
  }),
  createHouseType: administers({
    request: "POST /collect/projects/:projectId/housing/housetypes",
    summary: "Adds a kind of dwelling (B §7)",
    audit: "Type de logement créé",
    body: housing.houseTypeDraft,
    answer: created,
    refusals: ["limit-reached", "name-taken"],
  }),
  putHouseType: administers({
    request: "PUT /collect/projects/:projectId/housing/housetypes/:houseTypeId",
    summary: "Changes a kind of dwelling (B §7)",
    audit: "Type de logement modifié",
    body: housing.houseTypeDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteHouseType: deletes({
    request: "DELETE /collect/projects/:projectId/housing/housetypes/:houseTypeId",
    summary: "Deletes a kind that no dwelling has (B §7)",
    audit: "Type de logement supprimé",
  }),
  listAnonymousGroups: readsChoices({
    request: "GET /collect/projects/:projectId/housing/anonymousgroups",
    dependsOn: "settings",
    summary: "The groups of dwellings shown together (B §7)",
    answer: z.array(housing.anonymousGroup),
  }),
  createAnonymousGroup: administers({
    request: "POST /collect/projects/:projectId/housing/anonymousgroups",
    summary: "Adds a group of dwellings (B §7)",
    audit: "Groupe anonyme créé",
    body: housing.anonymousGroupDraft,
    answer: created,
    refusals: ["limit-reached", "name-taken"],
  }),
  putAnonymousGroup: administers({
    request: "PUT /collect/projects/:projectId/housing/anonymousgroups/:anonymousGroupId",
    summary: "Renames a group of dwellings (B §7)",
    audit: "Groupe anonyme modifié",
    body: housing.anonymousGroupDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteAnonymousGroup: deletes({
    request: "DELETE /collect/projects/:projectId/housing/anonymousgroups/:anonymousGroupId",
    summary: "Deletes a group that no dwelling is in (B §7)",
    audit: "Groupe anonyme supprimé",
  }),
  getHousesConnectivitySummary: readsTogether({
    request: "GET /collect/projects/:projectId/housing/housesconnectivitysummary",
    summary: "How many dwellings answer, and how (B §7)",
    answer: housing.connectivitySummary,
  }),
  listHousesConnectivity: readsTogether({
    request: "GET /collect/projects/:projectId/housing/housesconnectivity",
    summary: "How each dwelling answers (B §7)",
    answer: z.array(housing.houseConnectivity),
  }),
  listModuleRights: readsRights({
    request: "GET /collect/projects/:projectId/housing/housesmodulerights",
    dependsOn: "settings",
    summary: "What the occupants' application may do in each dwelling (B §7)",
    answer: z.array(housing.moduleRights),
  }),
  putModuleRights: writesRights({
    request: "PUT /collect/projects/:projectId/housing/housesmodulerights/:houseId",
    summary: "Says what the occupants' application may do in a dwelling (B §7)",
    audit: "Droits des modules modifiés",
    body: housing.moduleRightsDraft,
    refusals: ["not-found", "conflict"],
  }),
  listHousingAlerts: readsAlerts({
    request: "GET /collect/projects/:projectId/housing/alerts",
    dependsOn: "settings",
    summary: "The alert messages to tenants (B §7)",
    answer: z.array(housing.housingAlert),
  }),
  createHousingAlert: writesAlerts({
    request: "POST /collect/projects/:projectId/housing/alerts",
    summary: "Adds an alert message to tenants (B §7)",
    audit: "Message aux locataires créé",
    body: housing.housingAlertDraft,
    answer: created,
    refusals: ["to-confirm", "unknown-reference", "limit-reached"],
  }),
  putHousingAlert: writesAlerts({
    request: "PUT /collect/projects/:projectId/housing/alerts/:alertId",
    summary: "Changes an alert message to tenants (B §7)",
    audit: "Message aux locataires modifié",
    body: housing.housingAlertDraft,
    refusals: ["to-confirm", "not-found", "conflict", "unknown-reference"],
  }),
  deleteHousingAlert: writesAlerts({
    request: "DELETE /collect/projects/:projectId/housing/alerts/:alertId",
    summary: "Deletes an alert message to tenants (B §7)",
    audit: "Message aux locataires supprimé",
    refusals: ["not-found"],
  }),

  getHousingRangeData: readsTogether({
    request: "GET /collect/projects/:projectId/housing/rangedata/:segment",
    summary: "Every housing series over a range, all dwellings together (B §7)",
    answer: z.array(rangeData),
    refusals: ["forbidden"],
  }),
  getHousingRangeStats: readsTogether({
    request: "GET /collect/projects/:projectId/housing/rangestats/:segment",
    summary: "Every housing series over a range: lowest, mean and highest dwelling (B §7)",
    answer: z.array(housing.rangeStats),
    refusals: ["forbidden"],
  }),
  getSeriesRangeData: readsTogether({
    request: "GET /collect/projects/:projectId/housing/dataseries/:series/rangedata/:segment",
    summary: "A housing series over a range, all dwellings together (B §7)",
    answer: rangeData,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesRangeStats: readsTogether({
    request: "GET /collect/projects/:projectId/housing/dataseries/:series/rangestats/:segment",
    summary: "A housing series over a range: lowest, mean and highest dwelling (B §7)",
    answer: housing.rangeStats,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesStats: readsTogether({
    request: "GET /collect/projects/:projectId/housing/dataseries/:series/stats/:instant",
    summary: "A housing series over one slot: lowest, mean and highest dwelling (B §7)",
    answer: housing.seriesStats,
    refusals: ["forbidden", "not-found"],
  }),
  getSeriesDetailedData: readsEach({
    request: "GET /collect/projects/:projectId/housing/dataseries/:series/detaileddata/:instant",
    summary: "A housing series over one slot, dwelling by dwelling (B §7)",
    query: occupancyQuery,
    answer: housing.detailedData,
  }),
  getSeriesLastSensorData: readsEach({
    request:
      "GET /collect/projects/:projectId/housing/dataseries/:series/last-sensor-data/:instant",
    summary: "The last value of a housing series in each dwelling, up to a slot's end (B §7)",
    answer: z.array(housing.houseSensorValue),
  }),
  getSeriesAnonymousData: readsAnonymous({
    request: "GET /collect/projects/:projectId/housing/dataseries/:series/anonymousdata/:date",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A housing series over a day, by group of dwellings large enough to be shown (B §7)",
    answer: housing.anonymousData,
    refusals: ["not-found"],
  }),
  getHouseRangeData: readsEach({
    request:
      "GET /collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/rangedata/:segment",
    summary: "A series of one dwelling over a range (B §7)",
    query: occupancyQuery,
    answer: rangeData,
  }),
  getHouseRangeStats: readsEach({
    request:
      "GET /collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/rangestats/:segment",
    summary: "A series of one dwelling over a range: lowest, mean and highest reading (B §7)",
    query: occupancyQuery,
    answer: housing.rangeStats,
  }),
  getHouseStats: readsEach({
    request:
      "GET /collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/stats/:segment",
    summary: "A series of one dwelling over a whole range, in a few figures (B §7)",
    query: occupancyQuery,
    answer: housing.seriesStats,
  }),
  getHouseDetailedData: readsEach({
    request:
      "GET /collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/detaileddata/:segment",
    summary: "The readings of a series of one dwelling over a range, one by one (B §7)",
    query: occupancyQuery,
    answer: housing.houseReadings,
  }),
  getHouseLastSensorData: readsEach({
    request:
      "GET /collect/projects/:projectId/housing/dataseries/:series/by-house/:houseId/last-sensor-data/:instant",
    summary: "The last value of a series in one dwelling, up to a slot's end; 404 for none (B §7)",
    answer: housing.houseSensorValue,
  }),
});

type Calls = typeof HOUSING_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;
