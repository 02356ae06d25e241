import { groupsOf } from "@/lib/backend/core/groups.ts";
import { cachedEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import {
  cachedProject,
  projectIds,
  readEachProject,
  RESIDENCES_AT_ONCE,
} from "@/lib/backend/embedded/projects/projects.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { storeFaultCode } from "@/lib/backend/kv/store_fault.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { isQuiet, isSilent, type Silence, silenceOf } from "@/lib/domain/series/silence.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { type Rhythm, RHYTHMS } from "@/lib/domain/series/types.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { cachedRhythms, PACED_AT_ONCE, type PacedSeries, type Rhythms } from "./rhythms.ts";
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
  const expected = await expectedSeries(services, projectId);
  const reader = services.seriesOf(projectId, timeZone);
  const newest = await reader.lastOfMany(expected.flat().map(({ id }) => id));
  const nowS = services.now() / 1_000;
  const heard = expected.map((group) => {
    const ids = group.map(({ id }) => id).filter((id) => newest.has(id));
    const seconds = ids.flatMap((id) => newest.get(id)?.epochS ?? []);
    return { ids, every: null, newestS: ids.length === 0 ? null : Math.max(...seconds) };
  });
  // The rhythm has no effect on a series received today.
  if (!heard.some((one) => isQuiet(one, nowS))) return silenceOf(heard, nowS);
  const rhythms = await groupRhythms(services, { projectId, timeZone }, expected);
  const paced = heard.map(({ newestS }, rank) => ({ newestS, every: rhythms[rank] ?? null }));
  return silenceOf(paced, nowS);
}

/**
 * The most frequent known rhythm in each group of series; null when none is known.
 *
 * The series of all dwellings are one group of thousands: it is read until one sends as often as can be.
 */
async function groupRhythms(
  services: Services,
  place: { readonly projectId: string; readonly timeZone: string },
  groups: readonly (readonly PacedSeries[])[],
): Promise<readonly (Rhythm | null)[]> {
  const [group] = groups;
  if (groups.length > 1 || group === undefined) {
    // Of one series each.
    const of = (rhythms: Rhythms) => rhythms.map((one) => one?.every ?? null);
    return await cachedRhythms(services, { ...place, what: "silence", of }, groups.flat());
  }
  const found: (Rhythm | null)[] = [];
  for (const [rank, some] of groupsOf(group, PACED_AT_ONCE).entries()) {
    const named = { ...place, what: `silence ${rank}`, of: mostFrequent };
    const every = await cachedRhythms(services, named, some);
    if (every === RHYTHMS[0]) return [every];
    found.push(every);
  }
  return [RHYTHMS.find((every) => found.includes(every)) ?? null];
}

function mostFrequent(rhythms: Rhythms): Rhythm | null {
  return RHYTHMS.find((every) => rhythms.some((one) => one?.every === every)) ?? null;
}

/**
 * The series with expected readings, each with its stored ids: automatic series of the facilities, on instrumented
 * equipment. Without any of these, the dwellings count as one; their own silence is on their page.
 */
async function expectedSeries(services: Services, projectId: string): Promise<PacedSeries[][]> {
  const [series, equipments] = await Promise.all([
    cachedSeries(services, projectId),
    cachedEquipments(services, projectId),
  ]);
  const uninstrumented = new Set(
    equipments.filter(({ record }) => !record.instrumented).map(({ id }) => id),
  );
  const sending = series.filter(({ manualIndex }) => !manualIndex);
  const facilities = sending.filter(({ scope, equipmentId }) =>
    scope === "facilities" && !(equipmentId !== null && uninstrumented.has(equipmentId))
  );
  if (facilities.length > 0) return facilities.map((one) => [one]);
  const ofHouses = sending.filter(({ scope }) => scope === "housing");
  if (ofHouses.length === 0) return [];
  const houses = await cachedHouses(services, projectId);
  return [
    houses.flatMap((house) =>
      ofHouses.map((one) => ({ ...one, id: storedSeriesId(one.id, house.id) }))
    ),
  ];
}
