/** Lists, adds and deletes events of meters, and lists falls of registers. @module */

import { addAuditLine, type AuditAction } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { organisationOf } from "@/lib/api/writes.ts";
import { CallError } from "@/lib/base/errors.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { civilDateOf, clockTimeOf, utcInstant } from "@/lib/base/time_zones.ts";
import { checkScope, mayWriteScope } from "@/lib/facilities/equipment.ts";
import { cachedHouses, readHouse } from "@/lib/housing/dwellings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { cachedProject, readProject } from "@/lib/residences/residences.ts";
import { seriesRecord } from "@/lib/series/records.ts";
import type { MeterFall } from "@/lib/series/schema.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry } from "@/lib/store/store.ts";
import type { MeterEvent, RegisterJump } from "@/lib/timeseries/meter_event.ts";
import { isTooOld, storedSeriesId, timeWindow } from "@/lib/timeseries/readings.ts";
import {
  eventsOf,
  pointAfter,
  pointBefore,
  registerRuleOf,
  type SeriesReader,
} from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { SeriesPlace } from "@/lib/timeseries/store/merged_reads.ts";
import { replaceEvents } from "@/lib/timeseries/store/register_changes.ts";
import { seriesIdsOf } from "@/lib/timeseries/store/stored_rollups.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import type { Handler } from "./calls.ts";
import {
  countedAround,
  eventFault,
  meterEventOf,
  MOST_EVENTS,
  type ReadingsAround,
} from "./meter_rules.ts";
import type { MeterEventRead } from "./schema.ts";

interface MeterEventsWrite {
  readonly projectId: string;
  readonly storedId: string;
  readonly subject: string;
  /** The events the change is based on. */
  readonly before: readonly MeterEvent[];
  readonly after: readonly MeterEvent[];
  readonly action: "addMeterEvent" | "deleteMeterEvent";
  readonly caller: Caller;
}

/** Writes the events of a meter with the figures they change and their audit line, in one commit. */
export function writeMeterEvents(
  services: Services,
  { storedId, before, after, ...write }: MeterEventsWrite,
): Promise<"done" | "conflict" | "too-old"> {
  return writeJudged(
    services,
    write,
    (place, also) => replaceEvents(place, storedId, { before, after, also }),
  );
}

interface JudgedWrite {
  readonly projectId: string;
  readonly subject: string;
  readonly action: AuditAction;
  readonly caller: Caller;
}

/**
 * Changes what a register is judged by, with the figures that it changes and its audit line, in one commit.
 *
 * @param replace makes the commit, under the lease of the series, with the writes of `also`
 */
export async function writeJudged(
  services: Services,
  { projectId, subject, action, caller }: JudgedWrite,
  replace: (place: SeriesPlace, also: (atomic: Atomic) => void) => ReturnType<typeof replaceEvents>,
): Promise<"done" | "conflict" | "too-old"> {
  const { store, versions, now } = services;
  const orgId = await organisationOf(services, projectId);
  const scopes = [{ kind: "project", id: projectId }] as const;
  const also = (atomic: Atomic) => {
    versions.include(atomic, scopes);
    addAuditLine(atomic, { caller, action, orgId, projectId, subject }, now());
  };
  const ended = await replace({ store, projectId, now }, also);
  if (ended === "busy") throw new CallError("store-unavailable");
  if (ended === "done") versions.forget(scopes);
  return ended;
}

/** The readings around a second of a meter, and at it. */
async function readingsAround(
  reader: SeriesReader,
  storedId: string,
  epochS: number,
): Promise<ReadingsAround> {
  const [before, next] = await Promise.all([
    pointBefore(reader, storedId, epochS),
    pointAfter(reader, storedId, epochS),
  ]);
  if (next?.epochS !== epochS) return { before, at: null, after: next };
  const after = await pointAfter(reader, storedId, epochS + 1);
  return { before, at: next, after };
}

interface MeterWithEvents {
  readonly houseId: string | null;
  readonly storedId: string;
  readonly events: readonly MeterEvent[];
}

/** The events of the meters of a series, newest first, with their effect on the consumption. */
export const listMeterEvents: Handler<"listMeterEvents"> = async (services, input, caller) => {
  const { projectId, series } = input;
  const metered = await readMetered(services, { projectId, series }, caller);
  if (metered === null) return { ok: false, code: "not-found" };
  const meters = await readMeters(services, metered);
  const events = await Promise.all(
    meters.flatMap((meter) => meter.events.map((event) => readEvent(metered, meter, event))),
  );
  const newestFirst = (a: MeterEventRead, b: MeterEventRead) =>
    `${b.date} ${b.time}`.localeCompare(`${a.date} ${a.time}`);
  return { ok: true, answer: { version: versionOf(meters), events: events.sort(newestFirst) } };
};

/** Adds an event of a meter, with the figures it changes. */
export const addMeterEvent: Handler<"addMeterEvent"> = async (services, input, caller) => {
  const { projectId, series, body } = input;
  const metered = await readMetered(services, { projectId, series }, caller);
  if (metered === null) return { ok: false, code: "not-found" };
  const { version, acceptOld = false, ...draft } = body;
  if (!(await isMeter(services, metered, draft.houseId))) {
    return { ok: false, code: "unknown-reference" };
  }
  const meters = await readMeters(services, metered);
  if (version !== undefined && version !== versionOf(meters)) {
    return { ok: false, code: "conflict" };
  }
  const storedId = storedSeriesId(series, draft.houseId);
  const meter = meters.find((one) => one.storedId === storedId) ??
    { houseId: draft.houseId, storedId, events: [] };
  const event = meterEventOf(draft, metered.timeZone);
  if (event.epochS * 1_000 > services.now()) return { ok: false, code: "future-date" };
  const window = timeWindow(Math.floor(services.now() / 1_000), services.readingYears);
  if (isTooOld(event.epochS, window, acceptOld)) return { ok: false, code: "old-date" };
  if (meter.events.length >= MOST_EVENTS) return { ok: false, code: "limit-reached" };
  const around = await readingsAround(metered.reader, storedId, event.epochS);
  const fault = eventFault(event, meter.events, around);
  if (fault !== null) return { ok: false, code: fault };
  const after = [...meter.events, event];
  const changed = await write(services, metered, { meter, after, action: "addMeterEvent", caller });
  return changed === "done"
    ? { ok: true, answer: { id: atSecondId(meter, event) } }
    : { ok: false, code: changed };
};

/** Deletes an event of a meter, and recomputes the figures without it. */
export const deleteMeterEvent: Handler<"deleteMeterEvent"> = async (services, input, caller) => {
  const { projectId, series, eventId: id, version } = input;
  const metered = await readMetered(services, { projectId, series }, caller);
  if (metered === null) return { ok: false, code: "not-found" };
  const meters = await readMeters(services, metered);
  const meter = meters.find((one) => one.events.some((event) => atSecondId(one, event) === id));
  if (meter === undefined) return { ok: false, code: "not-found" };
  if (version !== undefined && version !== versionOf(meters)) {
    return { ok: false, code: "conflict" };
  }
  const after = meter.events.filter((event) => atSecondId(meter, event) !== id);
  const action = "deleteMeterEvent";
  const changed = await write(services, metered, { meter, after, action, caller });
  return changed === "done" ? { ok: true, answer: null } : { ok: false, code: changed };
};

type Metered = NonNullable<Awaited<ReturnType<typeof readMetered>>>;

/** A series of registers that the caller may write; null when none has this id. */
async function readMetered(
  services: Services,
  { projectId, series: seriesId }: { projectId: string; series: string },
  caller: Caller,
) {
  const key = keys.dataseries(projectId, seriesId);
  const { value: record } = await readEntry(services.store, key, seriesRecord);
  if (record === null) return null;
  await checkScope(services, caller, { projectId, scope: record.scope });
  const { timeZone } = await readProject(services, projectId);
  const reader = services.seriesOf(projectId, timeZone);
  return { projectId, seriesId, record, timeZone, reader };
}

/** True when the series has a register there: each dwelling has its own. */
async function isMeter(services: Services, { projectId, record }: Metered, houseId: string | null) {
  if (dataUnit(record.dataUnitId).kind !== "index") return false;
  if ((record.scope === "housing") !== (houseId !== null)) return false;
  return houseId === null || (await readHouse(services, { projectId, houseId })).value !== null;
}

/** The meters of the series that have events, in the order of their ids. */
async function readMeters(services: Services, { projectId, seriesId, record, reader }: Metered) {
  const ofHouse = storedSeriesId(seriesId, "");
  const storedIds = record.scope === "facilities"
    ? [seriesId]
    : (await seriesIdsOf(services.store, projectId)).filter((id) => id.startsWith(ofHouse));
  const meters = await Promise.all(storedIds.map(async (storedId) => {
    const houseId = record.scope === "facilities" ? null : storedId.slice(ofHouse.length);
    return { houseId, storedId, events: await eventsOf(reader, storedId) };
  }));
  return meters.filter(({ events }) => events.length > 0);
}

async function readEvent(
  metered: Metered,
  meter: MeterWithEvents,
  event: MeterEvent,
): Promise<MeterEventRead> {
  const { what, finalIndex, firstIndex, comment } = event;
  const { reader, timeZone } = metered;
  const readings = await readingsAround(reader, meter.storedId, event.epochS);
  const rule = await registerRuleOf(reader, meter.storedId);
  const without = meter.events.filter((other) => other !== event);
  return {
    id: atSecondId(meter, event),
    houseId: meter.houseId,
    date: civilDateOf(event.epochS * 1_000, timeZone),
    time: clockTimeOf(event.epochS * 1_000, timeZone),
    what,
    finalIndex,
    firstIndex,
    comment,
    counted: countedAround(readings, { ...rule, events: meter.events }),
    countedWithout: countedAround(readings, { ...rule, events: without }),
  };
}

interface EventsWrite extends Pick<MeterEventsWrite, "after" | "action" | "caller"> {
  readonly meter: MeterWithEvents;
}

function write(
  services: Services,
  { projectId, record }: Metered,
  { meter: { storedId, events: before }, ...change }: EventsWrite,
): Promise<"done" | "conflict" | "too-old"> {
  const subject = record.renamed ?? dataUnit(record.dataUnitId).label;
  return writeMeterEvents(services, { projectId, storedId, subject, before, ...change });
}

/** Id of what a meter has at a second: an event, or what a person said of a reading. */
export function atSecondId(
  { storedId }: Pick<Meter, "storedId">,
  { epochS }: { readonly epochS: number },
): string {
  return secretHash(`${storedId} ${epochS}`);
}

function versionOf(meters: readonly MeterWithEvents[]): string {
  return secretHash(JSON.stringify(meters.map(({ storedId, events }) => [storedId, events])));
}

/** Maximum number of falls in an answer. */
const MOST_FALLS = 200;

/** A meter, and the id its readings are stored under. */
export interface Meter {
  readonly storedId: string;
  readonly seriesId: string;
  readonly houseId: string | null;
}

/** The unexplained falls of registers, of the series that the caller may change, newest first. */
export const listRegisterFalls: Handler<"listRegisterFalls"> = async (services, input, caller) => {
  const { projectId } = input;
  const [meters, { timeZone }] = await Promise.all([
    metersOf(services, projectId, caller),
    cachedProject(services, projectId),
  ]);
  const reader = services.seriesOf(projectId, timeZone);
  const falls = await reader.jumpsOfMany(meters.map(({ storedId }) => storedId));
  const answer = meters
    .flatMap((meter) => (falls.get(meter.storedId) ?? []).map((fall) => readFall(meter, fall)))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST_FALLS);
  return { ok: true, answer };
};

async function metersOf(services: Services, projectId: string, caller: Caller): Promise<Meter[]> {
  const registers = (await cachedSeries(services, projectId))
    .filter(({ unit }) => unit.kind === "index");
  const ofScope = async (scope: ProjectSeries["scope"]) =>
    await mayWriteScope(services, caller, { projectId, scope })
      ? registers.filter((series) => series.scope === scope)
      : [];
  const all = await Promise.all([ofScope("facilities"), ofScope("housing")]);
  return await metersOfSeries(services, projectId, all.flat());
}

/** The meters of some series: each dwelling has its own. */
export async function metersOfSeries(
  services: Services,
  projectId: string,
  series: readonly ProjectSeries[],
): Promise<Meter[]> {
  const isOfHousing = series.some(({ scope }) => scope === "housing");
  const houses = isOfHousing ? await cachedHouses(services, projectId) : [];
  const ofHouses = houses.map(({ id }) => id);
  return series.flatMap(({ id: seriesId, scope }) =>
    (scope === "facilities" ? [null] : ofHouses)
      .map((houseId) => ({ storedId: storedSeriesId(seriesId, houseId), seriesId, houseId }))
  );
}

function readFall(
  { seriesId, houseId }: Meter,
  { beforeS, epochS, before, value, cause }: RegisterJump,
): MeterFall {
  return {
    seriesId,
    houseId,
    beforeAt: utcInstant(beforeS),
    at: utcInstant(epochS),
    before,
    value,
    cause,
  };
}
