/**
 * Reads the data of dwellings as far as the caller may see them, and their connectivity.
 *
 * Every call that returns readings of dwellings uses this module: hidden data are removed before any computation.
 *
 * @module
 */

import type { Services } from "@/lib/api/services.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays, slotsOf } from "@/lib/base/slots.ts";
import { civilDateOf, utcInstant } from "@/lib/base/time_zones.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { cachedFeatures, cachedProject } from "@/lib/residences/residences.ts";
import { covers, type DaySpan, type OccupancyPeriod } from "@/lib/series/day_spans.ts";
import { daySlotsRead, slotsRead } from "@/lib/series/range_reads.ts";
import { allowedResolution, reaches } from "@/lib/series/resolution.ts";
import type { CountedSlot, RangeSlot } from "@/lib/series/schema.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { idsOf, readAlike } from "@/lib/store/unreadable_values.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { DaysRange } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { Handler } from "./calls.ts";
import { cachedHouses } from "./dwellings.ts";
import { cachedSpans } from "./occupancies.ts";
import { isFineAgreed, occupancyPeriodOf, occupancyPeriodsOver } from "./occupancy.ts";
import type { ConnectivityState, ConnectivitySummary, HouseConnectivity } from "./schema.ts";
import { correctedReader } from "./temperature_offset.ts";
import { houseDetail, type HouseVisibility, houseVisibility } from "./visibility.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";

/** A residence whose dwellings' readings are requested. */
export type HousingWorld = Awaited<ReturnType<typeof readHousing>>;

/** A dwelling, with the detail of a series visible to the caller. */
export interface SeenHouse {
  readonly id: string;
  readonly isDetailed: boolean;
  readonly anonymousGroupId: string | null;
  readonly seen: HouseVisibility;
}

export async function readHousing(services: Services, projectId: string, caller: Caller) {
  const [features, stored, all, roles, { value: spans, unread }, { timeZone }] = await Promise.all([
    cachedFeatures(services, projectId),
    cachedHouses(services, projectId),
    cachedSeries(services, projectId),
    services.callerRoles.of(caller).rolesOn(projectId),
    readAlike(() => cachedSpans(services, projectId)),
    cachedProject(services, projectId),
  ]);
  const hidden = idsOf(unread.keys());
  const houses = hidden.size === 0 ? stored : stored.filter(({ id }) => !hidden.has(id));
  const series = all.filter(({ scope }) => scope === "housing");
  const modules = houses.map(({ id, record: { config } }) => ({ id, config }));
  return {
    features,
    houses,
    series,
    roles,
    timeZone,
    reader: correctedReader(services.seriesOf(projectId, timeZone), {
      features,
      series,
      houses: modules,
    }),
    /** The days of the occupancies of dwellings, by dwelling. */
    spans,
    /** Dwellings left out, of which nothing is shown: what their occupants consent to cannot be read. */
    hidden,
    /** Civil day of the residence. */
    today: civilDateOf(services.now(), timeZone),
  };
}

export function occupancyPeriodAt(
  { spans }: HousingWorld,
  houseId: string,
  day: IsoDate,
): OccupancyPeriod {
  return occupancyPeriodOf(spans.get(houseId) ?? [], day);
}

/** The last day of a span that has begun: the default day of an occupancy. */
export function dayMeant({ today }: HousingWorld, { from, to }: DaySpan): IsoDate {
  if (today < from) return from;
  return today < to ? today : to;
}

/** The dwellings, with the detail of a series visible to the caller on a day: consents are dated. */
export function seenHouses(
  world: HousingWorld,
  { dataUnitId }: ProjectSeries,
  day: IsoDate,
): SeenHouse[] {
  const { features, houses, roles } = world;
  return houses.map(({ id, record: { settings } }) => {
    const isAgreed = isFineAgreed(occupancyPeriodAt(world, id, day), day);
    const reading = { features, choices: settings, dataUnitId, roles, isFineAgreed: isAgreed };
    return {
      id,
      isDetailed: houseDetail(reading) === "detailed",
      anonymousGroupId: settings.anonymousGroupId,
      seen: houseVisibility(reading),
    };
  });
}

export interface HouseRange {
  readonly series: ProjectSeries;
  readonly range: PeriodRange;
  /** Counted days of a dwelling; all days by default. */
  readonly within?: (houseId: string) => OccupancyPeriod;
  /** Days that are not counted. */
  readonly leftOut?: ReadonlySet<IsoDate>;
}

type ReadWorld = Pick<HousingWorld, "reader" | "timeZone" | "today" | "spans">;

/** Dwellings read together: computing all of them would block the event loop (4,000: 150 ms of processor). */
const READ_AT_ONCE = 50;

/** The slots of dwellings over a range, dwelling by dwelling, in order. */
export function slotsOfHouses<House extends { readonly id: string }>(
  world: ReadWorld,
  houses: readonly House[],
  { series, range, within, leftOut }: HouseRange,
): Promise<(House & HouseRead)[]> {
  const { reader, timeZone, today } = world;
  return eachHouse(houses, async (house) => {
    const own = { ...series, id: storedSeriesId(series.id, house.id) };
    const counted = { ...within && { within: within(house.id) }, ...leftOut && { leftOut } };
    const slots = await slotsRead(reader, { series: own, range, timeZone, today, ...counted });
    return () => {
      const shared = sharedSlots(world, house.id, range);
      return { ...house, slots: slots(), sharedSlots: shared };
    };
  });
}

interface HouseDays extends Omit<HouseRange, "range" | "leftOut"> {
  readonly days: DaysRange;
}

/** The days of dwellings, dwelling by dwelling. */
export async function daysOfHouses(
  { reader, today }: ReadWorld,
  houses: readonly { readonly id: string }[],
  { series, days, within }: HouseDays,
): Promise<ReadonlyMap<string, readonly CountedSlot[]>> {
  return new Map(
    await eachHouse(houses, async ({ id }) => {
      const own = { ...series, id: storedSeriesId(series.id, id) };
      const counted = within && { within: within(id) };
      const slots = await daySlotsRead(reader, { series: own, today, ...counted }, days);
      return () => [id, slots()] as const;
    }),
  );
}

/** Reads some dwellings at a time, and pauses between the computations of two of them. */
async function eachHouse<House, Result>(
  houses: readonly House[],
  read: (house: House) => Promise<() => Result>,
): Promise<Result[]> {
  const found: Result[] = [];
  for (const some of chunk(houses, READ_AT_ONCE)) {
    for (const compute of await Promise.all(some.map(read))) {
      found.push(compute());
      await yieldToEventLoop();
    }
  }
  return found;
}

export interface HouseRead {
  slots: readonly RangeSlot[];
  /** Segments of the slots in which the occupant changed. */
  sharedSlots: ReadonlySet<string>;
}

function sharedSlots({ spans }: Pick<HousingWorld, "spans">, houseId: string, range: PeriodRange) {
  const own = spans.get(houseId) ?? [];
  const [first] = occupancyPeriodsOver(own, civilDays(range));
  // One occupant over the whole range, the usual case: no shared slot.
  if (first === undefined || covers(first, civilDays(range))) return NO_SLOTS;
  const shared = slotsOf(range).filter(({ from, to }) =>
    occupancyPeriodsOver(own, { from, to: addDays(to, -1) }).length > 1
  );
  return new Set(shared.map(({ segment }) => segment));
}

const NO_SLOTS: ReadonlySet<string> = new Set();

/**
 * The dwellings that the figures of a range include for the caller.
 *
 * @returns null when the range is finer than the caller may see in any dwelling
 */
export function countedHouses(
  world: HousingWorld,
  { series, range }: HouseRange,
): SeenHouse[] | null {
  const requested = allowedResolution(range.type);
  const houses = seenHouses(world, series, dayMeant(world, civilDays(range)));
  const counted = houses.filter(({ seen }) => reaches(seen.together, requested));
  return counted.length === 0 && requested !== "day" ? null : counted;
}

export const listHousesConnectivity: Handler<"listHousesConnectivity"> = async (
  services,
  { projectId },
  caller,
) => {
  const world = await readHousing(services, projectId, caller);
  return { ok: true, answer: await connectivityOf(world, services.now() / 1_000) };
};

/** Number of dwellings by connectivity state. */
export const getHousesConnectivitySummary: Handler<"getHousesConnectivitySummary"> = async (
  services,
  { projectId },
  caller,
) => {
  const world = await readHousing(services, projectId, caller);
  const houses = await connectivityOf(world, services.now() / 1_000);
  return { ok: true, answer: connectivitySummary(houses.map(({ state }) => state)) };
};

/** A dwelling is online through any of its series; its module, through any dwelling that sends through it. */
async function connectivityOf(world: HousingWorld, nowS: number): Promise<HouseConnectivity[]> {
  const seen = await lastSeen(world);
  const gateways = new Map<string, number>();
  for (const { id, record: { projectModuleId } } of world.houses) {
    const seenS = seen.get(id);
    if (projectModuleId === null || seenS === undefined) continue;
    gateways.set(projectModuleId, Math.max(seenS, gateways.get(projectModuleId) ?? 0));
  }
  return world.houses.map(({ id, record: { projectModuleId } }) => {
    const houseS = seen.get(id) ?? null;
    const gatewayS = gateways.get(projectModuleId ?? "") ?? null;
    return {
      houseId: id,
      state: connectivityState({ houseS, gatewayS }, nowS),
      lastSeenAt: houseS === null ? null : utcInstant(houseS),
    };
  });
}

/** When each dwelling last sent a reading, seconds since 1970; absent when it never has. */
export async function lastSeen(
  { houses, series, reader }: Pick<HousingWorld, "houses" | "series" | "reader">,
): Promise<Map<string, number>> {
  // An index typed by hand says nothing about the module.
  const sending = series.filter(({ manualIndex }) => !manualIndex);
  const owners = new Map(
    houses.flatMap(({ id }) => sending.map((one) => [storedSeriesId(one.id, id), id] as const)),
  );
  const seen = new Map<string, number>();
  for (const [seriesId, { epochS }] of await reader.lastOfMany([...owners.keys()])) {
    const houseId = owners.get(seriesId) ?? "";
    seen.set(houseId, Math.max(epochS, seen.get(houseId) ?? 0));
  }
  return seen;
}

/** Age above which a dwelling is offline. @spec housing.connectivity "last 7 days" */
const RECENT_FOR_S = 7 * 24 * 3_600;

/** Last reception from a dwelling and its gateway, seconds since 1970; null for never. */
interface LastSeen {
  readonly houseS: number | null;
  /** The module of its sensors; null when there is none. */
  readonly gatewayS: number | null;
}

/**
 * Connectivity state of a dwelling.
 *
 * @spec housing.connectivity "online = seen within 24 h; reachable = gateway seen within 24 h but not the sensor; last 7 days; offline. Precedence in that order"
 * @param nowS seconds since 1970; ages of exactly 24 hours and 7 days are included
 */
export function connectivityState({ houseS, gatewayS }: LastSeen, nowS: number): ConnectivityState {
  const isWithin = (seenS: number | null, ageS: number) => seenS !== null && nowS - seenS <= ageS;
  if (isWithin(houseS, CURRENT_FOR_S)) return "online";
  if (isWithin(gatewayS, CURRENT_FOR_S)) return "reachable";
  return isWithin(houseS, RECENT_FOR_S) ? "last-7-days" : "offline";
}

/** Number of dwellings in each state. @spec housing.connectivity-counts */
export function connectivitySummary(states: readonly ConnectivityState[]): ConnectivitySummary {
  const countOf = (state: ConnectivityState) => states.filter((one) => one === state).length;
  return {
    onlineCount: countOf("online"),
    reachableCount: countOf("reachable"),
    last7DaysCount: countOf("last-7-days"),
    offlineCount: countOf("offline"),
  };
}
