import { FreshCache } from "@/lib/backend/cache/fresh_cache.ts";
import type { Scope, Versions } from "@/lib/backend/cache/versions.ts";
import { frozenInSlices } from "@/lib/backend/core/frozen.ts";
import type { CallerRolesCache } from "@/lib/backend/records/caller_roles.ts";
import type { Call } from "@/lib/contract/call.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { type CallName, CALLS, type Input, type Outcome } from "@/lib/contract/catalogue.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

interface CacheableCall<Name extends CallName> {
  caller: Caller;
  ask(): Promise<Outcome<Name>>;
}

/** Maximum number of answers cached in one process. */
const LIMIT = 2_000;
/** Lifetime of an answer that changes only with writes, s. */
const KEPT_S = 60;

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
/** Answers that depend on the account's version. */
const OF_ACCOUNT: ReadonlySet<CallName> = new Set<CallName>(["listOrgs", "getMe"]);

/**
 * Answers cached in memory by call, input, account and versions: a write to the residence, the organisation or the
 * account invalidates them.
 *
 * @spec calls.freshness
 */
export class AnswerCache {
  #answers: FreshCache;

  /** @param todayOf civil day of a residence */
  constructor(
    private readonly versions: Versions,
    private readonly callerRoles: CallerRolesCache,
    private readonly todayOf: (projectId: string) => Promise<IsoDate>,
    now: () => number,
  ) {
    this.#answers = new FreshCache({ now, limit: LIMIT });
  }

  async answer<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    { caller, ask }: CacheableCall<Name>,
  ): Promise<Outcome<Name>> {
    const call: Call = CALLS[name];
    const reader = readerOf(caller);
    // Files are large and seldom requested twice.
    const isFile = call.answerKind !== undefined && call.answerKind !== "json";
    if (call.method !== "GET" || isFile || reader === null) return await ask();
    const scopes = await this.#scopesOf(name, input, reader);
    if (scopes === null) return await ask();
    const written = this.versions.known(scopes) ?? await this.versions.of(scopes);
    const version = `${written} ${await this.#dayOf(input)}`;
    const key = `${name} ${reader} ${JSON.stringify(input)}`;
    const freshForMs = (call.freshForSeconds ?? KEPT_S) * 1_000;
    const freshness = { freshForMs, staleForMs: 0, version, keep: isAnswer };
    return (await this.#answers.get(key, freshness, async () => await frozenInSlices(await ask())))
      .value;
  }

  /** Running, late and projected values change at midnight, without a write. */
  #dayOf(input: object): Promise<string> | string {
    return "projectId" in input ? this.todayOf(String(input.projectId)) : "";
  }

  /** Scopes of an answer; null when no version covers it. */
  async #scopesOf(name: CallName, input: object, reader: string): Promise<Scope[] | null> {
    const account: Scope = { kind: "account", id: reader };
    if ("projectId" in input) {
      const projectId = String(input.projectId);
      const orgId = await this.callerRoles.organisationOf(projectId);
      const settings: Scope[] = [{ kind: "project", id: projectId }, {
        kind: "org",
        id: orgId ?? "",
      }];
      if (OF_DELIVERIES.has(name)) settings.push({ kind: "deliveries", id: projectId });
      if (WITHOUT_READINGS.has(name)) return [account, ...settings];
      const kind = OF_ALARMS.has(name) ? "alarms" : "readings";
      return [account, ...settings, { kind, id: projectId }];
    }
    if ("orgId" in input) {
      const orgId = String(input.orgId);
      const own: Scope[] = [account, { kind: "org", id: orgId }];
      if (name === "listOrgAlarms") return [...own, { kind: "alarms", id: orgId }];
      if (OF_DELIVERIES.has(name)) own.push({ kind: "deliveries", id: orgId });
      return OF_ORGANISATION.has(name) ? own : null;
    }
    return OF_ACCOUNT.has(name) ? [account] : null;
  }
}

/** Callers with the same answers: an account, or the screens of a residence; null for the others. */
function readerOf(caller: Caller): string | null {
  if (caller.kind === "account") return caller.accountId;
  return caller.kind === "display" ? `screens ${caller.projectId}` : null;
}

function isAnswer(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "ok" in outcome && outcome.ok === true;
}
