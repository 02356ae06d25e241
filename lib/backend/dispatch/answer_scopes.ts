import type { Scope } from "@/lib/backend/cache/versions.ts";
import { ORG_NAMES } from "@/lib/backend/records/organisations.ts";
import type { CallName } from "@/lib/contract/catalogue.ts";

/** Answers that depend on the version of an organisation; other answers depend on that of their residence. */
const OF_ORGANISATION: ReadonlySet<CallName> = new Set<CallName>([
  "listProjects",
  "listTags",
  "getCollectFeatures",
  "listProviders",
  "listContracts",
  "listTypedocs",
  "listRequests",
]);
/** Answers about a residence without data of collectors: a tick does not invalidate them. */
export const WITHOUT_READINGS: ReadonlySet<CallName> = new Set<CallName>([
  "getProject",
  "getProjectFeatures",
  "getProjectInstallation",
  "getProjectSettings",
  "getProjectUserRoles",
  "listProjectAvailableRoles",
  "listProjectProviders",
  "listProjectRoles",
  "listOccupancies",
  "listOccupancySpans",
  "listHouses",
  "listHouseTypes",
  "listAnonymousGroups",
  "listModuleRights",
  "getPilotFeatures",
  "getPilotConfig",
  "listPilotThresholds",
  "listHousingAlerts",
  "listDisplayMessages",
  "listDisplayContacts",
  "getDisplayScreen",
  "listAnnotations",
  "listEquipments",
  "listFacilitiesEquipments",
  "listBoilerRooms",
  "getBoilerRoom",
  "listBuildings",
  "getBuilding",
  "listOutdoorSources",
  "getEfficiency",
  "getAutoconsumptionConfig",
  "listAlarmMutes",
  "getAlarmSettings",
  "listAvailableSelections",
  "listAlarmReports",
  "listProjectDocumentsRunning",
  "listProjectDocumentsLate",
  "listProjectDocumentsToValidate",
  "listProjectDocumentsRefused",
  "listProjectDocumentsHistory",
]);
/** Answers about a residence that depend on its alarms, and not otherwise on its readings. */
const OF_ALARMS: ReadonlySet<CallName> = new Set<CallName>(["listAlarms", "getAlarm"]);
/** Answers that show which mails or webhooks were not taken. */
const OF_DELIVERIES: ReadonlySet<CallName> = new Set<CallName>([
  "listProviders",
  "listAlarmReports",
]);

interface AnswerOf {
  readonly reader: string;
  /** Organisation of the residence in the input; null without one. */
  readonly orgId: string | null;
}

/** Scopes of an answer; null when no version covers it. */
export function scopesOf(
  name: CallName,
  input: object,
  { reader, orgId }: AnswerOf,
): Scope[] | null {
  const account: Scope = { kind: "account", id: reader };
  if ("projectId" in input) {
    const id = String(input.projectId);
    const settings: Scope[] = [{ kind: "project", id }, { kind: "org", id: orgId ?? "" }];
    if (OF_DELIVERIES.has(name)) settings.push({ kind: "deliveries", id });
    if (WITHOUT_READINGS.has(name)) return [account, ...settings];
    const kind = OF_ALARMS.has(name) ? "alarms" : "readings";
    return [account, ...settings, { kind, id }];
  }
  if ("orgId" in input) {
    const id = String(input.orgId);
    const own: Scope[] = [account, { kind: "org", id }];
    if (name === "listOrgAlarms") return [...own, { kind: "alarms", id }];
    if (OF_DELIVERIES.has(name)) own.push({ kind: "deliveries", id });
    return OF_ORGANISATION.has(name) ? own : null;
  }
  // The names of the reader's organisations.
  if (name === "listOrgs") return [account, ORG_NAMES];
  return name === "getMe" ? [account] : null;
}
