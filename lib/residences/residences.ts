/** Creates, reads and lists residences, changes their settings and features, and asks to confirm far first days. @module */

import type { Services } from "@/lib/api/services.ts";
import { isCurrent, TakenCodes, transact, versionOf } from "@/lib/api/writes.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { newId } from "@/lib/base/secrets.ts";
import type { AccountCaller, Caller } from "@/lib/identity/caller.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { tagsVerdict } from "@/lib/organisations/tags.ts";
import { ORG_NAMES } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listIds, readEntry, unchanged } from "@/lib/store/store.ts";
import { oneInPart } from "@/lib/store/unreadable_values.ts";
import { choosingTimeZone } from "@/lib/timeseries/store/compaction_lease.ts";
import { byName } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { featuresRecord, NO_FEATURES, type ProjectRecord, projectRecord } from "./records.ts";
import type { ProjectFeatures, ProjectSummary } from "./schema.ts";
import { timeZoneOfAddress } from "./time_zone.ts";
import { askFirst } from "@/lib/api/confirmations.ts";
import type { RuleContext } from "@/lib/api/entities.ts";
import { startEffects } from "@/lib/api/far_dates.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";

/** Creates a residence; its creator may set it up. */
export const createProject: Handler<"createProject"> = (services, { orgId, body }, caller) => {
  const { version: _, ...settings } = body;
  const projectId = newId();
  const record: ProjectRecord = {
    orgId,
    ...settings,
    hasPilot: false,
    hasTempPilot: false,
    instrumented: true,
    ecotouchAdmin: 0,
    timeZone: timeZoneOfAddress(settings.location),
  };
  return transact(services, { caller, action: "createProject", orgId }, async (atomic, version) => {
    const tags = await tagsVerdict(services, orgId, settings.tags);
    if (tags !== "ok") return { ok: false, code: tags };
    const own = { place: orgId, version, id: projectId, code: settings.code };
    const committed = await RESIDENCE_CODES.take(services, atomic, own);
    if (committed === null) return { ok: false, code: "code-taken" };
    (await choosingTimeZone(services.store, projectId, record.timeZone))?.(atomic);
    atomic.set(keys.project(projectId), record)
      .set(keys.projectFeatures(projectId), NO_FEATURES)
      .set(keys.projectOfOrg(orgId, projectId), true);
    if (caller.kind === "account") grantToCreator(atomic, projectId, caller);
    const also = [{ kind: "org", id: orgId }, ORG_NAMES] as const;
    return {
      ok: true,
      answer: { id: projectId },
      subject: settings.name,
      projectId,
      also,
      committed,
    };
  });
};

/** Grants the creator of a residence the role to set it up: without a role they would have no access. */
function grantToCreator(
  atomic: Atomic,
  projectId: string,
  { accountId }: Pick<AccountCaller, "accountId">,
): void {
  atomic
    .set(keys.roles(projectId, accountId), ["collect"] satisfies Role[])
    .set(keys.rolesOfAccount(accountId, projectId), true);
}

/** The codes of an organisation's residences. @spec projects.fields */
export const RESIDENCE_CODES = new TakenCodes("residence codes", keys.projectByCode);

export const searchAddress: Handler<"searchAddress"> = ({ addresses }, { q }) =>
  addresses.search(q);

export const reverseAddress: Handler<"reverseAddress"> = ({ addresses }, { lon, lat }) =>
  addresses.reverse({ longitude: Number(lon), latitude: Number(lat) });

export async function readProject(services: Services, projectId: string): Promise<ProjectRecord> {
  const { value } = await readEntry(services.store, keys.project(projectId), projectRecord);
  if (value === null) throw new CallError("not-found");
  return value;
}

/** As {@link readProject}, for display: cached until the residence is written. */
export function cachedProject(services: Services, projectId: string): Promise<ProjectRecord> {
  return services.memory.ofSettings(projectId, "project", () => readProject(services, projectId));
}

/** Residences whose readings are read at the same time: each holds days of its meters in memory. */
export const RESIDENCES_AT_ONCE = 4;

/** Reads some residences, a batch at a time, in their order; leaves out those deleted meanwhile. */
export async function readEachProject<Result>(
  projectIds: readonly string[],
  read: (projectId: string) => Promise<Result>,
  atOnce?: number,
): Promise<Result[]> {
  const found = await readEach(projectIds, async (projectId): Promise<Result[]> => {
    try {
      return await oneInPart(() => read(projectId));
    } catch (fault) {
      if (fault instanceof CallError && fault.code === "not-found") return [];
      throw fault;
    }
  }, atOnce);
  return found.flat();
}

export async function readFeatures(
  services: Services,
  projectId: string,
): Promise<ProjectFeatures> {
  const key = keys.projectFeatures(projectId);
  return (await readEntry(services.store, key, featuresRecord)).value ?? NO_FEATURES;
}

/** As {@link readFeatures}, for display: cached until the residence is written. */
export function cachedFeatures(services: Services, projectId: string): Promise<ProjectFeatures> {
  return services.memory.ofSettings(projectId, "features", () => readFeatures(services, projectId));
}

export const listProjects: Handler<"listProjects"> = async (services, { orgId }, caller) => {
  const roles = await services.callerRoles.of(caller).rolesByProject(orgId);
  const ids = await visibleProjects(services, orgId, caller);
  // The answer is cached under the version of the organisation: no residence may be read in an older version.
  await services.versions.newest(ids.map((id) => ({ kind: "project", id })));
  const answer = await readEachProject(ids, async (id) => {
    const [record, features] = await Promise.all([
      cachedProject(services, id),
      cachedFeatures(services, id),
    ]);
    return summary(id, record, features, roles.get(id));
  });
  return { ok: true, answer: answer.sort(byName) };
};

export function projectIds({ store }: Services, orgId: string): Promise<readonly string[]> {
  return listIds(store, keys.projectOfOrg.under(orgId));
}

/** The residences of an organisation visible to a caller: all for its administrators. */
export async function visibleProjects(
  services: Services,
  orgId: string,
  caller: Caller,
): Promise<readonly string[]> {
  const callerRoles = services.callerRoles.of(caller);
  return await callerRoles.isAdminOf(orgId)
    ? await projectIds(services, orgId)
    : [...(await callerRoles.rolesByProject(orgId)).keys()];
}

/** The residences of an organisation on which a caller has a role. */
export async function projectsWithRole(
  { callerRoles }: Services,
  { orgId, caller, role }: { readonly orgId: string; readonly caller: Caller; readonly role: Role },
): Promise<ReadonlySet<string>> {
  const roles = await callerRoles.of(caller).rolesByProject(orgId);
  return new Set([...roles].flatMap(([id, granted]) => granted.has(role) ? [id] : []));
}

export function summary(
  id: string,
  record: ProjectRecord,
  features: ProjectFeatures,
  roles: ReadonlySet<Role> = new Set(),
): ProjectSummary {
  return { id, ...record, features, allRoles: ROLE_NAMES.filter((role) => roles.has(role)) };
}

export const getProjectFeatures: Handler<"getProjectFeatures"> = async (
  services,
  { projectId },
) => {
  const key = keys.projectFeatures(projectId);
  const entry = await readEntry(services.store, key, featuresRecord);
  return { ok: true, answer: { ...(entry.value ?? NO_FEATURES), version: versionOf(entry) } };
};

export const putProjectFeatures: Handler<"putProjectFeatures"> = (services, input, caller) => {
  const { projectId, body } = input;
  const { version, ...features } = body;
  return transact(services, { caller, action: "putProjectFeatures", projectId }, async (atomic) => {
    const key = keys.projectFeatures(projectId);
    const entry = await readEntry(services.store, key, featuresRecord);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(key, features);
    const { orgId } = await readProject(services, projectId);
    return { ok: true, answer: null, subject: "", also: [{ kind: "org", id: orgId }] };
  });
};

export const getProjectSettings: Handler<"getProjectSettings"> = async (
  services,
  { projectId },
) => {
  const entry = await readEntry(services.store, keys.project(projectId), projectRecord);
  if (entry.value === null) throw new CallError("not-found");
  const { name, code, location, tags } = entry.value;
  return { ok: true, answer: { name, code, location, tags, version: versionOf(entry) } };
};

export const putProjectSettings: Handler<"putProjectSettings"> = async (
  services,
  input,
  caller,
) => {
  const { projectId, body } = input;
  const { version: quoted, ...settings } = body;
  const { orgId } = await readProject(services, projectId);
  // Written in the organisation: another residence may have the code.
  const change = { caller, action: "putProjectSettings", orgId } as const;
  return await transact(services, change, async (atomic, version) => {
    const entry = await readEntry(services.store, keys.project(projectId), projectRecord);
    if (entry.value === null) throw new CallError("not-found");
    if (!isCurrent(quoted, entry)) return { ok: false, code: "conflict" };
    const { code } = entry.value;
    const tags = await tagsVerdict(services, orgId, settings.tags);
    if (tags !== "ok") return { ok: false, code: tags };
    const own = { place: orgId, version, id: projectId, code: settings.code, before: code };
    const committed = settings.code === code
      ? RESIDENCE_CODES.kept(services, own)
      : await RESIDENCE_CODES.take(services, atomic, own);
    if (committed === null) return { ok: false, code: "code-taken" };
    const timeZone = await clockAfter(services, projectId, { ...entry.value, ...settings }, atomic);
    atomic.check(unchanged(entry)).set(entry.key, { ...entry.value, ...settings, timeZone });
    // Tags determine which teams apply: members of the organisation may see another list.
    const also = [{ kind: "org", id: orgId }, ORG_NAMES] as const;
    return { ok: true, answer: null, subject: settings.name, projectId, also, committed };
  });
};

/** The time zone of a new address, or that of existing readings. @spec projects.clock */
async function clockAfter(
  { store }: Services,
  projectId: string,
  { timeZone: before, location }: Pick<ProjectRecord, "timeZone" | "location">,
  atomic: Atomic,
): Promise<string> {
  const timeZone = timeZoneOfAddress(location);
  if (timeZone === before) return before;
  const choose = await choosingTimeZone(store, projectId, timeZone);
  choose?.(atomic);
  return choose === null ? before : timeZone;
}

/** A first day, and the stored one that it replaces. */
interface Start {
  readonly date: IsoDate | null | undefined;
  readonly before?: IsoDate | null | undefined;
}

/** The civil day of a residence. */
export async function todayAt(services: Services, projectId: string): Promise<IsoDate> {
  const { timeZone } = await cachedProject(services, projectId);
  return civilDateOf(services.now(), timeZone);
}

/** Asks to confirm first days of a residence that are years ahead, and other effects of the write. @spec forms.far-dates */
export async function askStarts(
  services: Services,
  { projectId, caller }: { readonly projectId: string; readonly caller: Caller },
  starts: readonly Start[],
  others: readonly Effect[] = [],
) {
  const today = await todayAt(services, projectId);
  const effects = starts.flatMap(({ date, before }) => startEffects(date, { today, before }));
  return askFirst(caller, [...effects, ...others]);
}

/** The rule of a record of a residence that a first day years ahead is confirmed. @spec forms.far-dates */
export function confirmsFrom<Record extends { readonly from: IsoDate }>(
  { from }: Record,
  { services, place: { projectId }, before, caller }: Pick<
    RuleContext<{ readonly projectId: string }, Record>,
    "services" | "place" | "before" | "caller"
  >,
) {
  return askStarts(services, { projectId, caller }, [{ date: from, before: before?.from }]);
}
