/** Reads the settings of a residence and keeps the subjects that follow from them. @module */

import type { Services } from "@/lib/api/services.ts";
import { civilDayOf } from "@/lib/base/time_zones.ts";
import { isHeatingToday } from "@/lib/energy_balance/heating_seasons.ts";
import type { AirBounds } from "@/lib/facilities/current_values.ts";
import { cachedEquipments, type StoredEquipment } from "@/lib/facilities/equipment.ts";
import { boilerRoomRecord } from "@/lib/facilities/records.ts";
import { hasThreshold } from "@/lib/heating_control/features.ts";
import { readThresholds } from "@/lib/heating_control/settings.ts";
import { cachedHouses } from "@/lib/housing/dwellings.ts";
import { tempOffsets } from "@/lib/housing/temperature_offset.ts";
import { onlyFiledSeries } from "@/lib/ingest/readings_import.ts";
import { cachedFeatures, cachedProject } from "@/lib/residences/residences.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, readEntry } from "@/lib/store/store.ts";
import { DEFAULT_DELAYS_MIN } from "./alarm_handlers.ts";
import { readMutes } from "./alarm_store.ts";
import { isOfSilence } from "./detection.ts";
import { ReadingEvents } from "./reading_events.ts";
import { alarmSettingsRecord } from "./records.ts";
import { subjectsOf } from "./residence_subjects.ts";
import type { Watches } from "./subject_states.ts";
import type { MonitoredItem, Mute, PastDays } from "./subjects.ts";

/** The unwatched heating circuits of a residence on the current civil day. */
export interface CircuitSeasons {
  /** Ids of the circuits out of season. */
  readonly outOfSeason: ReadonlySet<string>;
  /** The day, epoch ms, `toMs` excluded; unbounded without heating circuits. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Seasons of a residence without watched heating circuits. */
const NO_SEASONS: CircuitSeasons = {
  outOfSeason: new Set(),
  fromMs: -Infinity,
  toMs: Infinity,
};

/** The current seasons of the heating circuits of a residence. @spec alarms.season */
async function circuitSeasons(
  services: Services,
  projectId: string,
  equipments: readonly StoredEquipment[],
): Promise<CircuitSeasons> {
  const heating = Map.groupBy(
    equipments.filter(({ record: { details: { circuit } } }) => circuit?.isHotWater === false),
    ({ record }) => record.parentId ?? "",
  );
  if (heating.size === 0) return NO_SEASONS;
  const { timeZone } = await cachedProject(services, projectId);
  const { from: fromMs, to: toMs } = civilDayOf(services.now(), timeZone);
  const ids = await Promise.all(
    [...heating].map(async ([boilerRoomId, circuits]) =>
      await isHeatingToday(services, { projectId, boilerRoomId })
        ? []
        : circuits.map(({ id }) => id)
    ),
  );
  return { outOfSeason: new Set(ids.flat()), fromMs, toMs };
}

/** Kind of watch: by the values of readings, or by silence. */
export type Kind = "read" | "silent";

/** State of the watched subjects of a residence in one process. */
export interface WatchedResidence extends Readonly<Record<Kind, readonly MonitoredItem[]>> {
  readonly projectId: string;
  readonly readKeys: ReadonlySet<string>;
  readonly silentByKey: ReadonlyMap<string, MonitoredItem>;
  /** The subjects watched by value, by series. */
  readonly bySeries: ReadonlyMap<string, readonly MonitoredItem[]>;
  readonly mutes: readonly Mute[];
  /** Offsets to subtract from the thermometers of dwellings, by series, °C. */
  readonly offsets: ReadonlyMap<string, number>;
  /** On the day the residence was read. */
  readonly seasons: CircuitSeasons;
  /** The readings of its series known to this process. */
  readonly readingEvents: Readonly<Record<Kind, ReadingEvents>>;
  /** Current watches, and the watches stored by a commit; null before they are read. */
  watches: {
    readonly versionstamp: string | null;
    readonly stored: Watches;
    readonly all: Watches;
  } | null;
  /** Kinds for which the open alarms were checked to be at the current place of their subjects. */
  readonly placed: Set<Kind>;
  /** When the positions of subjects were last stored, seconds since 1970. */
  followedStoredS: number;
  /** Silence limit in seconds of series silent for a day, valid while their newest reading is the same. */
  readonly limits: Map<string, { readonly newestS: number; readonly afterS: number }>;
  /** The nights of its water meters and the drifts of its boiler rooms, as they were last read. */
  past: PastDays;
}

const BYTES_PER_SUBJECT = 400;

/** All subjects of a residence, from its current settings. */
export async function watchedResidence(
  services: Services,
  projectId: string,
): Promise<WatchedResidence> {
  const [{ subjects, offsets, seasons }, mutes] = await Promise.all([
    readWatched(services, projectId),
    readMutes(services, projectId),
  ]);
  const read = subjects.filter((one) => !isOfSilence(one));
  const silent = subjects.filter(isOfSilence);
  const readingEvents = (some: readonly MonitoredItem[], holdsReadings: boolean) =>
    new ReadingEvents(some.flatMap(({ seriesIds }) => seriesIds), holdsReadings);
  return {
    projectId,
    read,
    silent,
    readKeys: new Set(read.map(({ key }) => key)),
    silentByKey: new Map(silent.map((one) => [one.key, one])),
    bySeries: Map.groupBy(read, ({ seriesIds: [seriesId = ""] }) => seriesId),
    ...{ mutes, offsets, seasons },
    readingEvents: { read: readingEvents(read, true), silent: readingEvents(silent, false) },
    watches: null,
    placed: new Set(),
    followedStoredS: -Infinity,
    limits: new Map(),
    past: { atS: -Infinity, timeZone: "", nights: new Map(), drifts: new Map() },
  };
}

/** Approximate memory used, bytes. */
export function bytesOf({ read, silent, readingEvents }: WatchedResidence): number {
  return (read.length + silent.length) * BYTES_PER_SUBJECT + readingEvents.read.bytes +
    readingEvents.silent.bytes;
}

async function readWatched(services: Services, projectId: string) {
  const { instrumented } = await cachedProject(services, projectId);
  if (!instrumented) return { subjects: [], offsets: new Map(), seasons: NO_SEASONS };
  const { store } = services;
  const [series, equipments, houses, rooms, thresholds, delays] = await Promise.all([
    cachedSeries(services, projectId),
    cachedEquipments(services, projectId),
    cachedHouses(services, projectId),
    listEntries(store, { prefix: keys.boilerRoom.under(projectId) }, boilerRoomRecord),
    readThresholds(services, projectId),
    readEntry(store, keys.alarmSettings(projectId), alarmSettingsRecord),
  ]);
  const air = new Map(rooms.map(({ key, value }) => [idOf(key), value]));
  const senders = await watchedSenders(services, projectId, air);
  const seasons = await circuitSeasons(services, projectId, equipments);
  const modules = houses.map(({ id, record: { config } }) => ({ id, config }));
  // Once a series may have no threshold any more, no page shows the one it had.
  const withThreshold = new Set(series.filter(hasThreshold).map(({ id }) => id));
  const offsets = tempOffsets({ features: senders.features, series, houses: modules });
  const subjects = subjectsOf({
    instrumented,
    ...senders,
    outOfSeason: seasons.outOfSeason,
    thresholds: thresholds.filter(({ dataSeriesId }) => withThreshold.has(dataSeriesId)),
    delays: delays.value ?? DEFAULT_DELAYS_MIN,
    nightFlow: delays.value?.["water-night-flow"] ?? null,
  });
  return { subjects, offsets, seasons };
}

/** The settings that determine what must send in a residence. @param air bounds of the air of its boiler rooms */
export async function watchedSenders(
  services: Services,
  projectId: string,
  air: ReadonlyMap<string, AirBounds> = new Map(),
) {
  const [{ hasPilot }, features, equipments, series, onlyFiled, houses] = await Promise.all([
    cachedProject(services, projectId),
    cachedFeatures(services, projectId),
    cachedEquipments(services, projectId),
    cachedSeries(services, projectId),
    onlyFiledSeries(services, projectId),
    cachedHouses(services, projectId),
  ]);
  return {
    ...{ hasPilot, features, onlyFiled },
    equipments: equipments.map(({ id, record }) => ({
      id,
      ...record,
      air: record.kind === "boilerroom" ? air.get(id) ?? null : null,
    })),
    series: series.map((one) => ({ ...one, name: seriesName(one), unit: one.unit.unit })),
    houses: houses.map(({ id, record }) => ({ id, ...record })),
  };
}
