import { groupsOf } from "@/lib/backend/core/groups.ts";
import { watchedSettings } from "@/lib/backend/embedded/alarms/watched_residence.ts";
import { lastReports } from "@/lib/backend/embedded/pilot/signs_of_life.ts";
import {
  cachedProject,
  projectIds,
  readEachProject,
  RESIDENCES_AT_ONCE,
} from "@/lib/backend/embedded/projects/projects.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { storeFaultCode } from "@/lib/backend/kv/store_fault.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import { silenceSubjects } from "@/lib/domain/alarms/sensor_subjects.ts";
import type { Subject } from "@/lib/domain/alarms/watching.ts";
import { highest } from "@/lib/domain/numbers/sums.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { isQuiet, isSilent, type Silence, silenceOf } from "@/lib/domain/series/silence.ts";
import { seriesOfStored } from "@/lib/domain/series/sources.ts";
import { type Point, type Rhythm, RHYTHMS } from "@/lib/domain/series/types.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { cachedRhythms, PACED_AT_ONCE, type Rhythms } from "./rhythms.ts";
import { cachedSeries } from "./series.ts";

/** Roles that read sensors, any of which is enough. */
const READERS: readonly Role[] = [
  "collect:boilerroom:read",
  "collect:building:read",
  "collect:agg:daily",
];

/** The residences whose readings stopped or never came, among those whose readings the caller may see, by name. */
export const listSilences: Handler<"listSilences"> = async (services, { orgId }, caller) => {
  const callerRoles = services.callerRoles.of(caller);
  const roles = await callerRoles.rolesByProject(orgId);
  const ids = await callerRoles.isAdminOf(orgId)
    ? await projectIds(services, orgId)
    : [...roles].flatMap(([id, held]) => READERS.some((role) => held.has(role)) ? [id] : []);
  const all = await readEachProject(ids, (id) => silenceOrUnread(services, id), RESIDENCES_AT_ONCE);
  const answer = all.flatMap((one) => one !== null && isSilent(one) ? [one] : [])
    .sort((left, right) => compareValues(left.projectName, right.projectName));
  return { ok: true, answer };
};

/** An unreadable residence is listed as such without hiding the others; if the store is unavailable, the call fails. */
async function silenceOrUnread(services: Services, projectId: string) {
  // First: a residence deleted meanwhile is left out, and is no fault to report.
  const { name: projectName, timeZone } = await cachedProject(services, projectId);
  try {
    return await projectSilence(services, projectId);
  } catch (fault) {
    if (storeFaultCode(fault, true) !== null) throw fault;
    services.reportFault("list silences", fault);
    return { projectId, projectName, timeZone, ...NOTHING_READ, isUnread: true as const };
  }
}

const NOTHING_READ: Silence = { expectedCount: 0, silentCount: 0, silentRhythms: [], lastAt: null };

/** null when no readings are expected. */
async function projectSilence(services: Services, projectId: string) {
  const { name: projectName, instrumented, timeZone } = await cachedProject(services, projectId);
  if (!instrumented) return null;
  const silence = await services.memory.ofReadings(
    projectId,
    { what: "silence", freshForS: FRESH_ALARMS_SECONDS },
    () => silenceIn(services, projectId, timeZone),
  );
  return { projectId, projectName, timeZone, ...silence };
}

async function silenceIn(services: Services, projectId: string, timeZone: string) {
  const nowS = services.now() / 1_000;
  const watched = (await watchedSettings(services, projectId))?.watched;
  const subjects = watched === undefined ? [] : silenceSubjects(watched).filter(isSender);
  const newest = await newestReadings(services, { projectId, timeZone }, subjects);
  const activities = subjects.map(({ seriesIds }) => {
    const ids = seriesIds.filter((id) => newest.has(id));
    return { newestS: highest(ids.map((id) => newest.get(id)?.epochS ?? null)), every: null };
  });
  const isPaced = subjects.map(({ rule }, rank) => {
    const activity = activities[rank];
    return rule.kind === "silence" && activity !== undefined && isQuiet(activity, nowS);
  });
  // The rhythm has no effect on a series received today.
  if (!isPaced.includes(true)) return silenceOf(activities, nowS);
  const quiet = new Set(
    subjects.flatMap(({ seriesIds }, rank) => isPaced[rank] ? seriesIds : [])
      .filter((id) => newest.has(id)),
  );
  const rhythms = await quietRhythms(services, { projectId, timeZone }, subjects, quiet);
  const paced = activities.map(({ newestS }, rank) => ({
    newestS,
    every: isPaced[rank] ? shortest(subjects[rank]?.seriesIds ?? [], rhythms) : null,
  }));
  return silenceOf(paced, nowS);
}

/** The sensors and the modules: the silence of a gateway is that of its sensors. */
function isSender({ rule: { kind } }: Subject): boolean {
  return kind !== "gateway";
}

interface Place {
  readonly projectId: string;
  readonly timeZone: string;
}

/** The newest readings of some subjects; those of modules include the reports of their gateway. */
async function newestReadings(
  services: Services,
  { projectId, timeZone }: Place,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, Pick<Point, "epochS">>> {
  const hasModules = subjects.some(({ rule }) => rule.kind === "module");
  const [readings, reports] = await Promise.all([
    services.seriesOf(projectId, timeZone).lastOfMany(
      subjects.flatMap(({ seriesIds }) => seriesIds),
    ),
    hasModules ? lastReports(services.store, projectId) : new Map<string, Point>(),
  ]);
  return new Map([...readings, ...reports]);
}

/**
 * The rhythms of the quiet series, by stored id; none where unknown.
 *
 * All series are read by groups that do not change, so that the rhythms of a group stay cached; a group without a quiet
 * series is not read.
 */
async function quietRhythms(
  services: Services,
  place: Place,
  subjects: readonly Subject[],
  quiet: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Rhythm | null>> {
  const series = new Map(
    (await cachedSeries(services, place.projectId)).map((one) => [one.id, one]),
  );
  const all = subjects.flatMap(({ seriesIds }) => seriesIds).flatMap((id) => {
    const one = series.get(seriesOfStored(id));
    return one === undefined ? [] : [{ ...one, id }];
  });
  const found = new Map<string, Rhythm | null>();
  for (const [rank, group] of groupsOf(all, PACED_AT_ONCE).entries()) {
    if (!group.some(({ id }) => quiet.has(id))) continue;
    const of = (rhythms: Rhythms) => rhythms.map((one) => one?.every ?? null);
    const rhythms = await cachedRhythms(services, { ...place, what: `silence ${rank}`, of }, group);
    for (const [at, { id }] of group.entries()) {
      if (quiet.has(id)) found.set(id, rhythms[at] ?? null);
    }
  }
  return found;
}

/** The shortest rhythm among the series of a subject that have readings, as for its alarm; null when one is unknown. */
function shortest(
  seriesIds: readonly string[],
  rhythms: ReadonlyMap<string, Rhythm | null>,
): Rhythm | null {
  const own = seriesIds.flatMap((id) => rhythms.has(id) ? [rhythms.get(id) ?? null] : []);
  return own.includes(null) ? null : RHYTHMS.find((every) => own.includes(every)) ?? null;
}
