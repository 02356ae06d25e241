import { secretHash } from "@/lib/backend/accounts/secrets.ts";
import { readHouse } from "@/lib/backend/embedded/housing/houses.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { seriesIdsOf } from "@/lib/backend/kv/series/year.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { seriesRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { civilDateOf, clockTimeOf } from "@/lib/domain/periods/zoned_days.ts";
import {
  countedAround,
  eventFault,
  meterEventOf,
  MOST_EVENTS,
} from "@/lib/domain/series/meter_event.ts";
import { isTooOld, timeWindow } from "@/lib/domain/series/plausible.ts";
import { eventsOf, registerRuleOf } from "@/lib/domain/series/reader.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { MeterEvent, MeterEventRead } from "@/lib/domain/series/types.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";
import { checkScope } from "./dataseries.ts";
import { type MeterEventsWrite, readingsAround, writeMeterEvents } from "./meter_event_writing.ts";

interface Meter {
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
  const around = { epochS: event.epochS, timeZone: metered.timeZone };
  const fault = eventFault(
    event,
    meter.events,
    await readingsAround(metered.reader, storedId, around),
  );
  if (fault !== null) return { ok: false, code: fault };
  const after = [...meter.events, event];
  const changed = await write(services, metered, { meter, after, action: "addMeterEvent", caller });
  return changed === "done"
    ? { ok: true, answer: { id: eventId(meter, event) } }
    : { ok: false, code: changed };
};

/** Deletes an event of a meter, and recomputes the figures without it. */
export const deleteMeterEvent: Handler<"deleteMeterEvent"> = async (services, input, caller) => {
  const { projectId, series, eventId: id, version } = input;
  const metered = await readMetered(services, { projectId, series }, caller);
  if (metered === null) return { ok: false, code: "not-found" };
  const meters = await readMeters(services, metered);
  const meter = meters.find((one) => one.events.some((event) => eventId(one, event) === id));
  if (meter === undefined) return { ok: false, code: "not-found" };
  if (version !== undefined && version !== versionOf(meters)) {
    return { ok: false, code: "conflict" };
  }
  const after = meter.events.filter((event) => eventId(meter, event) !== id);
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
  meter: Meter,
  event: MeterEvent,
): Promise<MeterEventRead> {
  const { what, finalIndex, firstIndex, comment } = event;
  const { reader, timeZone } = metered;
  const around = { epochS: event.epochS, timeZone };
  const readings = await readingsAround(reader, meter.storedId, around);
  const rule = await registerRuleOf(reader, meter.storedId);
  const without = meter.events.filter((other) => other !== event);
  return {
    id: eventId(meter, event),
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
  readonly meter: Meter;
}

function write(
  services: Services,
  { projectId, record }: Metered,
  { meter: { storedId, events: before }, ...change }: EventsWrite,
): Promise<"done" | "conflict" | "too-old"> {
  const subject = record.renamed ?? dataUnit(record.dataUnitId).label;
  return writeMeterEvents(services, { projectId, storedId, subject, before, ...change });
}

function eventId({ storedId }: Meter, { epochS }: MeterEvent): string {
  return secretHash(`${storedId} ${epochS}`);
}

function versionOf(meters: readonly Meter[]): string {
  return secretHash(JSON.stringify(meters.map(({ storedId, events }) => [storedId, events])));
}
