/** Caches answers by call, input, account and versions of their data. @module */

import type { InstantBounds } from "@/lib/base/time_zones.ts";
import type { Caller, RolesReader } from "@/lib/identity/caller.ts";
import { ORG_NAMES, type Scope, VersionedCache, type Versions } from "@/lib/store/cache.ts";
import type { Call, InputOf, NamedCall, OutcomeOf } from "./call.ts";
import { frozenAndMeasured, frozenBytes } from "./deep_freeze.ts";

/** Answers that depend on the version of an organisation; other answers depend on that of their residence. */
const OF_ORGANISATION: ReadonlySet<string> = new Set([
  "listProjects",
  "listTags",
  "getCollectFeatures",
  "listProviders",
  "listContracts",
  "listTypedocs",
  "listRequests",
]);
/** Answers about a residence without data of collectors: a tick does not invalidate them. */
export const WITHOUT_READINGS: ReadonlySet<string> = new Set([
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
/** Answers that show a minute later that a first reading came: asked on each page of a residence, they change no more. */
const LATE_ON_READINGS: ReadonlySet<string> = new Set(["getCommissioning"]);
/** Answers about a residence that depend on its alarms, and not otherwise on its readings. */
const OF_ALARMS: ReadonlySet<string> = new Set(["listAlarms", "getAlarm"]);
/** Answers about an organisation that depend on the alarms of its residences, or on who follows them. */
const ORG_ALARMS: ReadonlySet<string> = new Set(["listOrgAlarms", "listFollowUps"]);
/** Answers that show which mails or webhooks were not taken. */
const OF_DELIVERIES: ReadonlySet<string> = new Set([
  "listProviders",
  "listAlarmReports",
]);

interface AnswerOf {
  readonly reader: string;
  /** Organisation of the residence in the input; null without one. */
  readonly orgId: string | null;
}

/** Scopes of an answer; null when no version covers it. */
function scopesOf(
  name: string,
  input: object,
  { reader, orgId }: AnswerOf,
): Scope[] | null {
  const account: Scope = { kind: "account", id: reader };
  if ("projectId" in input) {
    const id = String(input.projectId);
    const settings: Scope[] = [{ kind: "project", id }, { kind: "org", id: orgId ?? "" }];
    if (OF_DELIVERIES.has(name)) settings.push({ kind: "deliveries", id });
    if (WITHOUT_READINGS.has(name) || LATE_ON_READINGS.has(name)) return [account, ...settings];
    const kind = OF_ALARMS.has(name) ? "alarms" : "readings";
    return [account, ...settings, { kind, id }];
  }
  if ("orgId" in input) {
    const id = String(input.orgId);
    const own: Scope[] = [account, { kind: "org", id }];
    if (ORG_ALARMS.has(name)) return [...own, { kind: "alarms", id }];
    if (OF_DELIVERIES.has(name)) own.push({ kind: "deliveries", id });
    return OF_ORGANISATION.has(name) ? own : null;
  }
  // The names of the reader's organisations.
  if (name === "listOrgs") return [account, ORG_NAMES];
  return name === "getMe" ? [account] : null;
}

interface CacheableCall<C extends NamedCall> {
  caller: Caller;
  ask(): Promise<OutcomeOf<C>>;
}

/** Lifetime of an answer that changes only with writes, s. */
const KEPT_S = 60;

interface AnswerCacheOptions {
  now(): number;
  /** Start and end of the civil day of a residence, epoch ms. */
  dayOf(projectId: string): Promise<InstantBounds>;
  /** Bytes of the answers used last that are kept. */
  readonly mostBytes: number;
}

/**
 * Answers cached in memory by call, input, account and versions: a write to the residence, the organisation or the
 * account invalidates them.
 *
 * @spec calls.freshness
 */
export class AnswerCache {
  #answers: VersionedCache;
  readonly #now: () => number;
  readonly #dayOf: AnswerCacheOptions["dayOf"];

  constructor(
    private readonly versions: Versions,
    private readonly callerRoles: RolesReader,
    { now, dayOf, mostBytes }: AnswerCacheOptions,
  ) {
    this.#now = now;
    this.#dayOf = dayOf;
    this.#answers = new VersionedCache({ now, limit: mostBytes, sizeOf: frozenBytes });
  }

  /** Makes the next answers depend on what is stored now, not on what this process saw lately. */
  forgetSeen(): void {
    this.versions.forgetAll();
  }

  async answer<C extends NamedCall>(
    call: C,
    input: InputOf<C> & object,
    { caller, ask }: CacheableCall<C>,
  ): Promise<OutcomeOf<C>> {
    const reader = readerOf(caller);
    if (reader === null || !isCacheable(call)) return await ask();
    const projectId = "projectId" in input ? String(input.projectId) : null;
    const orgId = projectId && await this.callerRoles.organisationOf(projectId);
    const scopes = scopesOf(call.name, input, { reader, orgId });
    if (scopes === null) return await ask();
    const versions = this.versions.known(scopes) ?? await this.versions.of(scopes);
    const day = projectId === null ? ALWAYS : await this.#dayOf(projectId);
    const freshness = {
      freshForMs: freshForMs(call),
      staleForMs: 0,
      // Running, late and projected values change at midnight, without a write.
      version: `${versions} ${day.from}`,
      keep: isAnswer,
    };
    const { value } = await this.#answers.get(
      keyOf(call, input, reader),
      freshness,
      async () => frozenAndMeasured(await ask()),
    );
    return value;
  }
}

const ALWAYS: InstantBounds = { from: -Infinity, to: Infinity };

/**
 * Whether the answers of a call are cached, and name what they are given without: files are large and seldom requested
 * twice, and cannot name it.
 */
export function isCacheable({ method, answerKind = "json" }: Call): boolean {
  return method === "GET" && answerKind === "json";
}

function keyOf({ name }: NamedCall, input: object, reader: string): string {
  return `${name} ${reader} ${JSON.stringify(input)}`;
}

function freshForMs({ freshForSeconds = KEPT_S }: Call): number {
  return freshForSeconds * 1_000;
}

/** Callers with the same answers: an account, or the screens of a residence; null for the others. */
function readerOf(caller: Caller): string | null {
  if (caller.kind === "account") return caller.accountId;
  return caller.kind === "display" ? `screens ${caller.projectId}` : null;
}

function isAnswer(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "ok" in outcome && outcome.ok === true;
}
