/** Makes the figures of residences that lists show, each hour, after midnight and after writes, and answers them. @module */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { commitShown } from "@/lib/api/writes.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { chunk, readEach } from "@/lib/base/concurrency.ts";
import { HOUR_MS } from "@/lib/base/durations.ts";
import { CallError } from "@/lib/base/errors.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { roomFigures as balanceFigures } from "@/lib/energy_balance/balance.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { foundDriftRecord } from "@/lib/energy_signature/found_drifts.ts";
import { type RoomFigures, roomFigures } from "@/lib/energy_signature/schema.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { residenceTitle } from "@/lib/residences/records.ts";
import { cachedProject, projectIds, RESIDENCES_AT_ONCE } from "@/lib/residences/residences.ts";
import { projectSilence } from "@/lib/series/schema.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { getUnder, listStored } from "@/lib/store/store.ts";
import { storeFaultCode } from "@/lib/store/store_errors.ts";
import { oneInPart } from "@/lib/store/unreadable_values.ts";
import type { Silence } from "@/lib/timeseries/rhythm.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { residenceSilences } from "./silences.ts";

/** Residences whose figures a request makes, some 50 ms each; those of more wait for the job. */
const MOST_BY_REQUEST = 30;

export const residenceFiguresRecord = z.object({
  /** Version of the settings and alarms that they were made from. */
  version: z.string(),
  /** Day of the residence: readings count until the day before. */
  day: z.string(),
  /** Epoch ms. */
  madeAt: z.number(),
  timeZone: z.string(),
  rooms: z.array(roomFigures),
  silences: z.array(projectSilence),
});

type ResidenceFigures = z.output<typeof residenceFiguresRecord>;

/** Stored figures of a residence, and the version of its settings and alarms now. */
interface Known {
  readonly projectId: string;
  readonly version: string;
  /** null when none are stored. */
  readonly figures: ResidenceFigures | null;
}

/** Roles that read outdoor sources, and those that read sensors, any of which is enough. */
const OUTDOOR_READERS: readonly Role[] = ["collect:boilerroom:read", "collect:building:read"];
const READERS: readonly Role[] = [...OUTDOOR_READERS, "collect:agg:daily"];

/** The figures of the residences that the caller may read. @spec projects.figures, projects.stored-figures */
export const listResidenceFigures: Handler<"listResidenceFigures"> = async (
  services,
  { orgId },
  caller,
) => {
  const callerRoles = services.callerRoles.of(caller);
  const [roles, isAdmin, of] = await Promise.all([
    callerRoles.rolesByProject(orgId),
    callerRoles.isAdminOf(orgId),
    figuresOf(services, orgId),
  ]);
  const reads = (projectId: string, some: readonly Role[]) =>
    some.some((role) => roles.get(projectId)?.has(role));
  const readsRooms = (projectId: string) => reads(projectId, ["collect:boilerroom:read"]);
  return {
    ok: true,
    answer: {
      rooms: [...roles.keys()].some(readsRooms)
        ? of.rooms.filter(({ projectId }) => readsRooms(projectId))
        : null,
      silences: of.silences.filter(({ projectId, station }) =>
        isAdmin || reads(projectId, station === undefined ? READERS : OUTDOOR_READERS)
      ),
      waitingCount: of.waiting.filter((id) => isAdmin || reads(id, READERS)).length,
    },
  };
};

/** The figures of all residences of an organisation, and those that wait for the job. */
function figuresOf(services: Services, orgId: string) {
  const day = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  return services.memory.ofFigures(orgId, { what: "figures", day }, async () => {
    const known = await readKnown(services, await projectIds(services, orgId));
    const outdated = known.filter((one) => isOutdated(one, services.now()));
    const isFew = outdated.length <= MOST_BY_REQUEST;
    const made = await readEach(
      isFew ? outdated : [],
      (one) => oneInPart(() => withFigures(services, one)),
      RESIDENCES_AT_ONCE,
    );
    const newer = new Map(made.flat().map((one) => [one.projectId, one]));
    const all = known.map((one) => newer.get(one.projectId) ?? one);
    const waits = ({ version, figures }: Known) => figures?.version !== version;
    return {
      rooms: all.flatMap(({ figures }) => figures?.rooms ?? []).sort(byName),
      silences: all.flatMap(({ figures }) => figures?.silences ?? []).sort(byResidence),
      waiting: isFew ? [] : outdated.filter(waits).map(({ projectId }) => projectId),
    };
  });
}

/** The stored figures of some residences; those of another form, of a version of the program before, are as if absent. */
async function readKnown({ store, versions }: Services, ids: readonly string[]): Promise<Known[]> {
  const [entries, settings, alarms] = await Promise.all([
    getUnder(store, keys.residenceFigures.under(), ids),
    versions.newest(ids.map((id) => ({ kind: "project", id }))),
    versions.newest(ids.map((id) => ({ kind: "alarms", id }))),
  ]);
  return ids.map((projectId, position) => ({
    projectId,
    version: `${settings[position]} ${alarms[position]}`,
    figures: residenceFiguresRecord.safeParse(entries[position]?.value).data ?? null,
  }));
}

function isOutdated({ figures, version }: Known, now: number): boolean {
  if (figures === null || figures.version !== version) return true;
  const { madeAt, day, timeZone } = figures;
  return Math.abs(now - madeAt) >= HOUR_MS || civilDateOf(now, timeZone) !== day;
}

/**
 * The figures of a residence made from what is stored now; those known while its readings wait to be filed. A residence
 * that cannot be read is listed as such, and reported, without hiding the others.
 */
async function withFigures(services: Services, known: Known): Promise<Known> {
  const { projectId, version } = known;
  try {
    return { ...known, figures: await madeNow(services, known) };
  } catch (fault) {
    if (isUsual(fault)) return known;
    if (storeFaultCode(fault, true) !== null) throw fault;
    services.logFault("make figures", fault);
    const { name: projectName, timeZone } = await cachedProject(services, projectId);
    const unread = { projectId, projectName, timeZone, ...NOTHING_READ, isUnread: true } as const;
    const before = known.figures ?? { version, day: "", madeAt: 0, timeZone, rooms: [] };
    return { ...known, figures: { ...before, silences: [unread] } };
  }
}

const NOTHING_READ: Silence = { expectedCount: 0, silentCount: 0, silentRhythms: [], lastAt: null };

/** Whether its readings wait to be filed, or it has been deleted meanwhile. */
function isUsual(fault: unknown): boolean {
  return fault instanceof CallError && ["readings-waiting", "not-found"].includes(fault.code);
}

async function storeFigures(services: Services, orgId: string, known: Known): Promise<void> {
  const { version, figures: before, projectId } = known;
  const figures = await madeNow(services, known).catch((fault) => {
    if (isUsual(fault)) return null;
    throw fault;
  });
  if (figures === null) return;
  const shown = ({ rooms, silences }: ResidenceFigures) => ({ rooms, silences });
  const isSame = before?.version === version && isDeepStrictEqual(shown(before), shown(figures));
  const scopes = isSame ? [] : [{ kind: "figures", id: orgId }] as const;
  await commitShown(
    services,
    scopes,
    (atomic) => atomic.set(keys.residenceFigures(projectId), figures),
  );
}

async function madeNow(
  services: Services,
  { projectId, version }: Pick<Known, "projectId" | "version">,
): Promise<ResidenceFigures> {
  const madeAt = services.now();
  const [{ name: projectName, timeZone }, equipments, drifts] = await Promise.all([
    cachedProject(services, projectId),
    cachedEquipments(services, projectId),
    listStored(services.store, keys.foundDrift.under(projectId), foundDriftRecord),
  ]);
  const today = civilDateOf(madeAt, timeZone);
  const running = seasonYearOf(monthOf(today));
  const driftOf = new Map(
    drifts.flatMap(({ id, record: { reference, yearStart, drift } }) =>
      reference === null || yearStart !== running ? [] : [[id, drift] as const]
    ),
  );
  const rooms = equipments.filter(({ record }) => record.kind === "boilerroom");
  const lines = await Promise.all(
    rooms.map(({ id: boilerRoomId, record }) =>
      oneInPart(async (): Promise<RoomFigures> => ({
        ...{ projectId, projectName, boilerRoomId, boilerRoomName: record.name },
        ...await balanceFigures(services, { projectId, boilerRoomId }, today),
        isDriftSought: driftOf.has(boilerRoomId),
        drift: driftOf.get(boilerRoomId) ?? null,
      }))
    ),
  );
  const silences = await residenceSilences(services, projectId);
  return { version, day: today, madeAt, timeZone, rooms: lines.flat(), silences };
}

/**
 * Makes the figures that are outdated, of all residences.
 *
 * @spec projects.stored-figures
 * @returns true when all were made; null when another process runs the job
 * @throws AggregateError naming the residences that failed: the others were made
 */
export function makeFigures(services: Services): Promise<boolean | null> {
  const { store, now } = services;
  const job = { name: "make figures", subjects: "residences" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    const orgs = new Map<string, string>();
    for await (const { key: [, orgId, projectId] } of store.list(EVERY_PROJECT)) {
      orgs.set(String(projectId), String(orgId));
    }
    const outdated = (await readKnown(services, [...orgs.keys()]))
      .filter((one) => isOutdated(one, now()));
    for (const some of chunk(outdated, RESIDENCES_AT_ONCE)) {
      if (!await lease.renew()) return false;
      await Promise.all(
        some.map((one) =>
          faults.try(
            () => residenceTitle(store, one.projectId),
            () => storeFigures(services, orgs.get(one.projectId) ?? "", one),
          )
        ),
      );
    }
    return true;
  });
}

const EVERY_PROJECT = { prefix: keys.projectOfOrg.under() };

function byResidence(a: { projectName: string }, b: { projectName: string }): number {
  return compareValues(a.projectName, b.projectName);
}

function byName(a: RoomFigures, b: RoomFigures): number {
  return byResidence(a, b) || compareValues(a.boilerRoomName, b.boilerRoomName);
}
