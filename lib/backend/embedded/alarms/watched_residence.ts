import {
  cachedEquipments,
  type StoredEquipment,
} from "@/lib/backend/embedded/facilities/equipment.ts";
import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import { readThresholds } from "@/lib/backend/embedded/pilot/thresholds.ts";
import { cachedFeatures, cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import { onlyFiledSeries } from "@/lib/backend/embedded/series/imported_series.ts";
import { cachedSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, listEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { alarmSettingsRecord } from "@/lib/backend/records/alarms.ts";
import { boilerRoomRecord, type EquipmentRecord } from "@/lib/backend/records/facilities.ts";
import { DEFAULT_DELAYS_MIN } from "@/lib/domain/alarms/delays.ts";
import { isOfSilence } from "@/lib/domain/alarms/detect.ts";
import { subjectsOf } from "@/lib/domain/alarms/subjects.ts";
import type { WatchedEquipment } from "@/lib/domain/alarms/watched.ts";
import type { Mute, Subject } from "@/lib/domain/alarms/watching.ts";
import type { AirBounds } from "@/lib/domain/facilities/room_bounds.ts";
import { tempOffsets } from "@/lib/domain/housing/temp_offset.ts";
import { hasThreshold } from "@/lib/domain/pilot/thresholds.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { type CircuitSeasons, circuitSeasons, NO_SEASONS } from "./circuit_seasons.ts";
import { HeardReadings } from "./heard_readings.ts";
import { readMutes } from "./muted_until.ts";
import type { Watches } from "./watching.ts";

/** Kind of watch: by the values of readings, or by silence. */
export type Kind = "read" | "silent";

/** State of the watched subjects of a residence in one process. */
export interface WatchedResidence extends Readonly<Record<Kind, readonly Subject[]>> {
  readonly projectId: string;
  readonly readKeys: ReadonlySet<string>;
  readonly silentByKey: ReadonlyMap<string, Subject>;
  /** The subjects watched by value, by series. */
  readonly bySeries: ReadonlyMap<string, readonly Subject[]>;
  readonly mutes: readonly Mute[];
  /** Offsets to subtract from the thermometers of dwellings, by series, °C. */
  readonly offsets: ReadonlyMap<string, number>;
  /** On the day the residence was read. */
  readonly seasons: CircuitSeasons;
  /** The readings of its series known to this process. */
  readonly heard: Readonly<Record<Kind, HeardReadings>>;
  /** Current watches, and the watches stored by a commit; null before they are read. */
  watches: {
    readonly stamp: string | null;
    readonly stored: Watches;
    readonly all: Watches;
  } | null;
  /** Kinds for which the open alarms were checked to be at the current place of their subjects. */
  readonly placed: Set<Kind>;
  /** When the positions of subjects were last stored, seconds since 1970. */
  followedStoredS: number;
  /** Silence limit in seconds of series silent for a day, valid while their newest reading is the same. */
  readonly limits: Map<string, { readonly newestS: number; readonly afterS: number }>;
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
  const heard = (some: readonly Subject[], holdsReadings: boolean) =>
    new HeardReadings(some.flatMap(({ seriesIds }) => seriesIds), holdsReadings);
  return {
    projectId,
    read,
    silent,
    readKeys: new Set(read.map(({ key }) => key)),
    silentByKey: new Map(silent.map((one) => [one.key, one])),
    bySeries: Map.groupBy(read, ({ seriesIds: [seriesId = ""] }) => seriesId),
    ...{ mutes, offsets, seasons },
    heard: { read: heard(read, true), silent: heard(silent, false) },
    watches: null,
    placed: new Set(),
    followedStoredS: -Infinity,
    limits: new Map(),
  };
}

/** Approximate memory used, bytes. */
export function bytesOf({ read, silent, heard }: WatchedResidence): number {
  return (read.length + silent.length) * BYTES_PER_SUBJECT + heard.read.bytes + heard.silent.bytes;
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
    equipments: equipments.map((one) => watchedEquipment(one, air.get(one.id) ?? null)),
    series: series.map((one) => ({ ...one, name: seriesName(one), unit: one.unit.unit })),
    houses: houses.map(({ id, record }) => ({ id, ...record })),
  };
}

function watchedEquipment(
  { id, record: { details, ...record } }: StoredEquipment,
  air: AirBounds | null,
): WatchedEquipment {
  const isRoom = record.kind === "boilerroom";
  return { id, ...record, detail: detailOf({ details, ...record }), air: isRoom ? air : null };
}

function detailOf({ kind, details }: EquipmentRecord): WatchedEquipment["detail"] {
  switch (kind) {
    case "boilerroom":
    case "building":
      return null;
    case "boilerroom-circuit":
      return details.circuit === undefined ? null : { kind, own: details.circuit };
    case "boilerroom-errorcode":
      return details.errorCode === undefined ? null : { kind, own: details.errorCode };
    case "boilerroom-faultdetector":
      return details.faultDetector === undefined ? null : { kind, own: details.faultDetector };
    case "cmv":
      return details.cmv === undefined ? null : { kind, own: details.cmv };
    case "skydome":
      return details.skydome === undefined ? null : { kind, own: details.skydome };
    case "gate":
      return details.gate === undefined ? null : { kind, own: details.gate };
  }
}
