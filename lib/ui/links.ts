/** Every URL of the application, by name. @module */

import { pageLinks, PAGES, residencePath } from "./page_titles.ts";
import { withQuery } from "./query.ts";

export interface HouseAt {
  projectId: string;
  houseId: string;
}

/** Scope of a page of a housing series: all dwellings, or one. */
interface HousingPlace {
  readonly projectId: string;
  /** All dwellings when absent. */
  readonly houseId?: string | undefined;
}

export interface SentStatementAt {
  readonly projectId: string;
  readonly boilerRoomId: string;
  readonly statementId: string;
}

export interface DocumentAddress {
  readonly orgId: string;
  readonly requestId: string;
  readonly documentId: string;
}

/** Path at which the sign-in page always answers; the settings may define another path, which every link uses. */
export const LOGIN_PATH = "/login";

/** Parameter of a page that confirms once that a form was saved: the section of the form. */
export const SAVED_PARAMETER = "saved";

const DOCUMENTS = PAGES.documents.path;

/** Every URL of the application, by name; identifiers are encoded only here. */
export const links = {
  ...pageLinks(),
  start: () => "/",
  /** @param path sign-in path of the settings; `back`: a path of this site, to return to after sign-in */
  login: (
    path: string,
    query: { back?: string; refused?: "temptoken" | "session" } = {},
  ) => withQuery(path, queryOf(query)),
  /** @param back the page to open once signed in again */
  logout: (back?: string) => withQuery("/logout", queryOf({ back })),
  /** @param email of the user who forgot the password, when known */
  forgottenPassword: (email?: string) => withQuery("/forgotten-password", queryOf({ email })),
  /** @param from parameters of a mail's link; `sent` after a code was requested */
  resetPassword: (from: { email?: string; code?: string; sent?: "1" } = {}) =>
    withQuery("/reset-password", queryOf(from)),
  /** @param from parameters of a mail's link; `done` after the address was confirmed */
  confirmEmail: (from: { token?: string; done?: "1" } = {}) =>
    withQuery("/confirm-email", queryOf(from)),
  /** @param from `token` of a mail's link; `new` to request another link, `sent` after the request */
  providerLogin: (from: { token?: string; new?: "1"; sent?: "1"; ended?: "1" } = {}) =>
    withQuery("/providers/login", queryOf(from)),
  providerLogout: () => "/providers/logout",
  /** @param at list and page shown */
  providerDocuments: (at: { list?: string; page?: string } = {}) =>
    withQuery("/providers", queryOf(at)),
  /** Receives the parts of every deposited file. */
  providerDepositParts: () => "/providers/deposits/parts",
  /** @param sets number of sets of values in its form */
  providerDocument: (at: DocumentAddress, sets?: number) =>
    withQuery(providerDocument(at), queryOf({ sets: sets?.toString() })),
  providerPdf: (at: DocumentAddress, disposition: "inline" | "attachment") =>
    withQuery(providerDocument(at, "pdf"), queryOf({ as: disposition })),
  /** @param year year shown; the current one when absent */
  ownHouse: (at: HouseAt, year?: number) =>
    withQuery(ownHouse(at), queryOf({ year: year?.toString() })),
  ownData: (at: HouseAt) => ownHouse(at, "export"),
  /** @param period period segments of the path, `daily/2024/07`; the current year when absent */
  ownSeries: (at: HouseAt, seriesId: string, period?: string) =>
    during(ownHouse(at, seriesId), period),
  ownReport: ({ month, ...at }: HouseMonthAddress) => `${ownHouse(at)}/reports/${month}`,
  ownReportImage: (at: HouseAt) => ownHouse(at, "reports", "image"),
  /** @param section section whose form is shown first */
  account: (section?: "email") => section === undefined ? "/account" : `/account#${section}`,
  accountExport: () => "/account/export",
  /** @param area of the catalogue; the first one when absent */
  apiDocs: (area?: string) => withQuery("/api-docs", queryOf({ area })),
  /** A call in the documentation, expanded within its area. */
  apiCall: (call: string) => `${withQuery("/api-docs", queryOf({ call }))}#${call}`,
  openApi: () => "/api/openapi.json",
  /** Endpoint for the readings of collectors (InfluxDB line protocol). */
  ingest: () => "/api/v2/write",

  /** @param back the page to return to; the residences when absent */
  chooseOrganisation: (back?: string) => withQuery("/home/organisation", queryOf({ back })),
  /** @param back the page to come back to */
  chooseRefresh: (back: string) => withQuery("/account/refresh", queryOf({ back })),
  /** A page of an organisation, which is chosen first: for a mail, whose reader may have another one chosen. */
  inOrganisation: (orgId: string, back: string) =>
    withQuery("/home/organisation", queryOf({ orgId, back })),
  /** Pins of the map of residences, as JSON. @param filters of the list, from `writeTableState()` */
  residencePins: (orgId: string, filters = "") =>
    withQuery(path("home", "orgs", orgId, "pins"), filters),

  /** @param email address without an account, to invite */
  invitation: (email?: string) => withQuery("/home/admin/invite", queryOf({ email })),
  purgeCountedWhole: () => "/home/admin/options?count=all#retention",

  /** @param pce of the lines without one */
  gasImport: (pce?: string) => withQuery("/home/gas/import", queryOf({ pce })),
  /**
   * @param period period segments of the path, `monthly/2024`; the current year when absent
   * @param orgId an organisation other than the current one
   */
  gasYear: (pce: string, period?: string, { orgId, query = "" }: GasYearAddress = {}) => {
    const home = orgId === undefined ? ["home"] : ["home", "orgs", orgId];
    return withQuery(during(path(...home, "gas", pce), period), query);
  },

  /** @param typedocId document type that sets the initial values of the form */
  newDocumentRequest: (typedocId?: string) =>
    withQuery(`${PAGES.documentRequests.path}/new`, queryOf({ typedoc: typedocId })),
  /** @param list "running", "late", "to-validate", "refused", or "history/2026" */
  documentList: (list: string, query = "") => withQuery(`${DOCUMENTS}/${list}`, query),
  /** An action on several documents of a list. */
  documentAction: (actionId: string) => DOCUMENTS + path("actions", actionId),
  /** The documents of a residence, like {@link links.documentList}. */
  residenceDocuments: (projectId: string, list = "running", query = "") =>
    withQuery(`${project(projectId, "documents")}/${list}`, query),
  document: (requestId: string, documentId: string) => document(requestId, documentId),
  documentPdf: (requestId: string, documentId: string, disposition: "inline" | "attachment") =>
    withQuery(document(requestId, documentId, "pdf"), queryOf({ as: disposition })),

  platformOrganisation: (orgId: string) => path("platform", "orgs", orgId),

  residence: (projectId: string) => project(projectId),
  /** The alarms of the organisation. @param closedYear year of the closed alarms; open alarms when absent */
  orgAlarms: (query = "", closedYear?: number) => withQuery(alarmList("/home", closedYear), query),
  /** The alarms of a residence, like {@link links.orgAlarms}. */
  alarms: (projectId: string, query = "", closedYear?: number) =>
    withQuery(alarmList(project(projectId), closedYear), query),
  alarm: (projectId: string, alarmId: string) => project(projectId, "alarms", alarmId),
  /**
   * Who takes charge of a thing to do.
   *
   * @param kind what `subjectId` names, of `FOLLOWED_KINDS`
   * @param list where its button leads back to
   */
  followUp: (projectId: string, kind: string, subjectId: string, list?: "residences" | "toDo") =>
    withQuery(project(projectId, "todo", kind, subjectId), queryOf({ list })),
  /** @param at the planned works to edit, or the place of new ones */
  alarmSettings: (projectId: string, at: { mute?: string; place?: string } = {}) =>
    withQuery(project(projectId, "alarms", "settings"), queryOf(at)),
  newAlarmReport: (projectId: string) => project(projectId, "alarms", "reports", "new"),
  alarmReport: (projectId: string, reportId: string) =>
    project(projectId, "alarms", "reports", reportId),
  newOwnAlarmReport: () => "/home/alarms/reports/new",
  /** @param month yyyy-mm; the last finished month when absent */
  consumptionReports: (projectId: string, month?: string, query = "") =>
    withQuery(consumptionReports(projectId, month), query),
  /** @param on a day of the occupancy to show, when the occupant changed in the month */
  consumptionReport: (at: HouseMonthAddress, on?: string) =>
    withQuery(consumptionReport(at), queryOf({ on })),
  consumptionReportPdf: (at: HouseMonthAddress, on?: string) =>
    withQuery(`${consumptionReport(at)}/pdf`, queryOf({ on })),
  consumptionReportImage: (projectId: string) => `${consumptionReports(projectId)}/image`,
  userRoles: (projectId: string, email: string) => project(projectId, "roles", email),
  /** @param segment the year as a call's segment, `monthly-2024`; the current year when absent */
  outdoorSource: (projectId: string, sourceId: string, segment?: string) =>
    withQuery(project(projectId, "outdoor-sources", sourceId), queryOf({ period: segment })),
  /** @param period period segments of the path, `daily/2024/07` */
  useOfProduction: (projectId: string, period: string) => `${autoconsumption(projectId)}/${period}`,
  consumer: (projectId: string, consumerId: string) =>
    autoconsumption(projectId, "consumers", consumerId),
  consumerExport: (projectId: string, consumerId: string) =>
    autoconsumption(projectId, "consumers", consumerId, "export"),
  /** @param source unknown source for which the series is created */
  newSeries: (projectId: string, source?: string) =>
    withQuery(project(projectId, "sensors"), queryOf({ source })) + "#new-series",

  seriesSettings: (projectId: string, seriesId: string) => project(projectId, "series", seriesId),
  /** @param period instants, both ends included, and the dwelling */
  deletedReadings: (
    projectId: string,
    seriesId: string,
    { from, to, houseId }: {
      readonly from?: string;
      readonly to?: string;
      readonly houseId?: string | null;
    } = {},
  ) =>
    withQuery(
      project(projectId, "series", seriesId, "readings"),
      queryOf({ from, to, houseId: houseId ?? undefined }),
    ),
  /** The form that dates a meter event, prefilled. */
  meterEvent: (projectId: string, seriesId: string, values: Readonly<Record<string, string>>) =>
    withQuery(
      project(projectId, "series", seriesId),
      new URLSearchParams(values).toString(),
    ) + "#meter",
  /** @param period period segments of the path, `daily/2024/07`; the current year when absent */
  computedRange: (projectId: string, seriesId: string, period?: string) =>
    during(project(projectId, "computed-series", seriesId), period),
  /** @param period period segments of the path, `daily/2024/07`; the current year or month when absent */
  facilitySeries: (projectId: string, seriesId: string, period?: string) =>
    during(project(projectId, "facilities", seriesId), period),
  /**
   * @param period period segments of the path, `daily/2024/07`; the current year when absent
   * @param on a day of the occupancy to show, when the occupant changed in the period
   */
  housingSeries: (
    { projectId, houseId = "all" }: HousingPlace,
    seriesId: string,
    period?: string,
    on?: string,
  ) => withQuery(during(project(projectId, "houses", houseId, seriesId), period), queryOf({ on })),
  /** @param period period segments of the path, `daily/2024/07`; the current month when absent */
  eachHouse: (projectId: string, seriesId: string, period?: string) =>
    during(project(projectId, "houses", "each", seriesId), period),
  /** @param day day segments of the path, `daily/2024/07/15`; the last finished day when absent */
  houseGroups: (projectId: string, seriesId: string, day?: string) =>
    during(project(projectId, "houses", "groups", seriesId), day),
  house: (projectId: string, houseId: string) => project(projectId, "houses", houseId),
  displayPoster: (projectId: string) => project(projectId, "display", "poster"),
  /** The information screen itself. @param token of a tablet, present only in the URL it receives once */
  informationScreen: (projectId: string, token?: string) =>
    withQuery(path("display", projectId), queryOf({ token })),
  /** What the screen shows, in the reader's own session. */
  screenPreview: (projectId: string) => `${path("display", projectId)}?preview`,
  /** @param occupancyId the occupancy to edit */
  occupants: (projectId: string, houseId: string, occupancyId?: string) =>
    withQuery(
      project(projectId, "houses", houseId, "occupants"),
      queryOf({ occupancy: occupancyId }),
    ),
  occupantExport: (projectId: string, houseId: string, occupancyId: string) =>
    project(projectId, "houses", houseId, "occupants", occupancyId),
  /** @param placeId preselected parent */
  newEquipment: (projectId: string, placeId?: string) =>
    withQuery(project(projectId, "equipment"), queryOf({ in: placeId })) + "#new-equipment",
  newBoilerRoom: (projectId: string) =>
    `${project(projectId, "equipment")}?kind=boilerroom#new-equipment`,
  equipment: (projectId: string, equipmentId: string) =>
    project(projectId, "equipment", equipmentId),

  building: (projectId: string, buildingId: string) => project(projectId, "buildings", buildingId),
  boilerRoom: (projectId: string, boilerRoomId: string) => boilerRoom(projectId, boilerRoomId),
  boilerRoomSettings: (projectId: string, boilerRoomId: string) =>
    boilerRoom(projectId, boilerRoomId, "settings"),
  /** The settings with every heating season, not only the latest. */
  everySeason: (projectId: string, boilerRoomId: string) =>
    `${boilerRoom(projectId, boilerRoomId, "settings")}?seasons=all`,
  machines: (projectId: string, boilerRoomId: string) =>
    boilerRoom(projectId, boilerRoomId, "machines"),
  energyTerms: (projectId: string, boilerRoomId: string, termsId?: string) =>
    withQuery(boilerRoom(projectId, boilerRoomId, "energy-terms"), queryOf({ terms: termsId })),
  /** The settlement of a heating season, by its first year, and of the contract of a day; the last one over when absent. */
  settlement: (projectId: string, boilerRoomId: string, season?: number, contract?: string) =>
    withQuery(
      boilerRoom(projectId, boilerRoomId, "settlement"),
      queryOf({ season: season?.toString(), contract }),
    ),
  /** The statements of a season, of every residence. */
  settlements: (season: number) => `/home/settlements/${encodeURIComponent(season)}`,
  /** The letter of a month of the organisation. */
  monthlyLetter: (month: string) => `/home/letters/${encodeURIComponent(month)}`,
  /** @param query season, contract and version */
  settlementPdf: (projectId: string, boilerRoomId: string, query: string) =>
    withQuery(boilerRoom(projectId, boilerRoomId, "settlement", "pdf"), query),
  /** The file with which an operator contested a statement. */
  statementFile: (projectId: string, boilerRoomId: string, statementId: string) =>
    boilerRoom(projectId, boilerRoomId, "settlement", "file", statementId),
  /** The page of the operator's link. @param token of the link, in the URL that it receives */
  sentStatement: (
    { projectId, boilerRoomId, statementId }: SentStatementAt,
    token?: string,
  ) =>
    withQuery(
      `/statements/${[projectId, boilerRoomId, statementId].map(encodeURIComponent).join("/")}`,
      queryOf({ token }),
    ),
  /** @param period period segments of the path; the current month when absent */
  heatCurve: (projectId: string, boilerRoomId: string, circuitId: string, period?: string) =>
    during(boilerRoom(projectId, boilerRoomId, "circuits", circuitId), period),
  /** @param period period segments of the path; the current year when absent */
  heatPumps: (projectId: string, boilerRoomId: string, period?: string) =>
    during(boilerRoom(projectId, boilerRoomId, "heat-pumps"), period),
  /** @param period period segments of the path; the current month when absent */
  solar: (projectId: string, boilerRoomId: string, period?: string) =>
    during(boilerRoom(projectId, boilerRoomId, "solar"), period),
  /** @param period period segments of the path; the current year when absent */
  hotWater: (projectId: string, boilerRoomId: string, period?: string) =>
    during(boilerRoom(projectId, boilerRoomId, "hot-water"), period),
  /** The signature of a heating season, by its first year; the running one when absent. */
  signature: (
    projectId: string,
    boilerRoomId: string,
    { season, reference }: { season?: number; reference?: number } = {},
  ) =>
    withQuery(
      boilerRoom(projectId, boilerRoomId, "signature"),
      queryOf({ season: season?.toString(), reference: reference?.toString() }),
    ),
  /** @param period period segments of the path, `monthly/2024`; the current year when absent */
  energyBalance: (projectId: string, boilerRoomId: string, period?: string, query = "") =>
    withQuery(during(boilerRoom(projectId, boilerRoomId, "energy-balance"), period), query),
  comparison: (segment?: string) => withQuery(PAGES.comparison.path, queryOf({ period: segment })),
  /** The same at the address of a residence; its query names the boiler room the user came from, if any (B §2). */
  boilerRoomReports: (projectId: string, boilerRoomId?: string, segment?: string) =>
    withQuery(
      project(projectId, "boilerroomreports"),
      queryOf({
        project: boilerRoomId && projectId,
        brId: boilerRoomId || undefined,
        period: segment,
      }),
    ),

  /** @param query a table's state, from `writeTableState()` */
  pilot: (projectId: string, query = "") => withQuery(pilot(projectId), query),
  pilotConfig: (projectId: string) => pilot(projectId, "config"),
  pilotModule: (projectId: string, moduleId: string) => pilot(projectId, "modules", moduleId),
  /** @param query a table's state, from `writeTableState()`, and the `series` whose threshold is set */
  pilotThresholds: (projectId: string, query = "") =>
    withQuery(pilot(projectId, "thresholds"), query),
} as const;

interface GasYearAddress {
  readonly orgId?: string | undefined;
  readonly query?: string;
}

function path(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

/** A path with the segments of a period or of a day, if any. */
function during(of: string, segments: string | undefined): string {
  return segments ? `${of}/${segments}` : of;
}

function project(projectId: string, ...inside: readonly string[]): string {
  return residencePath(projectId) + path(...inside);
}

function pilot(projectId: string, ...inside: readonly string[]): string {
  return path("pilot", projectId, ...inside);
}

function consumptionReports(projectId: string, month?: string): string {
  return during(project(projectId, "consumption-reports"), month);
}

function consumptionReport({ projectId, houseId, month }: HouseMonthAddress): string {
  return consumptionReports(projectId, month) + path(houseId);
}

/** A month, yyyy-mm, of a dwelling. */
interface HouseMonthAddress extends HouseAt {
  readonly month: string;
}

function alarmList(place: string, closedYear: number | undefined): string {
  return [place, "alarms", ...closedYear === undefined ? [] : ["closed", closedYear]].join("/");
}

function autoconsumption(projectId: string, ...inside: readonly string[]): string {
  return project(projectId, "autoconsumption", ...inside);
}

function providerDocument(
  { orgId, requestId, documentId }: DocumentAddress,
  ...inside: readonly string[]
): string {
  return path("providers", "all", orgId, requestId, documentId, ...inside);
}

function document(...inside: readonly string[]): string {
  return DOCUMENTS + path("all", ...inside);
}

function ownHouse({ projectId, houseId }: HouseAt, ...inside: readonly string[]): string {
  return path("my-home", projectId, houseId, ...inside);
}

function boilerRoom(projectId: string, boilerRoomId: string, ...inside: readonly string[]): string {
  return project(projectId, "boilerrooms", boilerRoomId, ...inside);
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(parameters).flatMap(([name, value = null]) =>
    value === null ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
  );
  return entries.join("&");
}

interface PlaceOfPage {
  readonly organisation: { readonly id: string } | null;
  readonly organisations: readonly unknown[];
}

/**
 * A page of the organisation of the page that links to it: who has several may choose another one in another tab.
 *
 * @spec organisations.several
 */
export function inOwnOrganisation(
  place: PlaceOfPage | undefined,
  href: string,
): string {
  if (!place?.organisation || place.organisations.length < 2) return href;
  return links.inOrganisation(place.organisation.id, href);
}
