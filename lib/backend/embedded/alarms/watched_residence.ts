import {
  cachedEquipments,
  type StoredEquipment,
} from "@/lib/backend/embedded/facilities/equipment.ts";
import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import { readThresholds } from "@/lib/backend/embedded/pilot/thresholds.ts";
import { cachedFeatures, cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import { cachedSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { idOf, listEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { alarmSettingsRecord } from "@/lib/backend/records/alarms.ts";
import { boilerRoomRecord, type EquipmentRecord } from "@/lib/backend/records/facilities.ts";
import { DEFAULT_DELAYS_MIN } from "@/lib/domain/alarms/delays.ts";
import { isOfSilence } from "@/lib/domain/alarms/detect.ts";
import { subjectsOf } from "@/lib/domain/alarms/subjects.ts";
import type { WatchedEquipment } from "@/lib/domain/alarms/watched.ts";
import type { Mute, Subject } from "@/lib/domain/alarms/watching.ts";
import type { AirBounds } from "@/lib/domain/facilities/room_bounds.ts";
import { tempOffsets } from "@/lib/domain/housing/temp_offset.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { type CircuitSeasons, circuitSeasons, NO_SEASONS } from "./circuit_seasons.ts";
import { HeardReadings } from "./heard_readings.ts";
import { readMutes } from "./muted_until.ts";
import type { Watches } from "./watching.ts";

/** By what something is watched: by the values of its readings, or by their silence. */
export type Kind = "read" | "silent";

/** What one process knows of what is watched in a residence. */
export interface WatchedResidence extends Readonly<Record<Kind, readonly Subject[]>> {
  readonly projectId: string;
  /** Keys of those that are watched by the values of their readings. */
  readonly readKeys: ReadonlySet<string>;
  /** Those that are watched by their silence, by their keys. */
  readonly silentByKey: ReadonlyMap<string, Subject>;
  /** Those that are watched by values, by their series. */
  readonly bySeries: ReadonlyMap<string, readonly Subject[]>;
  readonly mutes: readonly Mute[];
  /** What thermometers of dwellings read too much, by their series, °C. */
  readonly offsets: ReadonlyMap<string, number>;
  /** As of the day on which the residence was read. */
  readonly seasons: CircuitSeasons;
  /** What this process knows of the readings of its series. */
  readonly heard: Readonly<Record<Kind, HeardReadings>>;
  /** What is remembered of subjects, and what is stored of it as of a commit; null before it is read. */
  watches: {
    readonly stamp: string | null;
    readonly stored: Watches;
    readonly all: Watches;
  } | null;
  /** In which ways its open alarms were found to be where their subjects are, by its settings now. */
  readonly placed: Set<Kind>;
  /** When it was last stored up to which readings subjects were followed, seconds since 1970. */
  followedStoredS: number;
  /** After how many seconds those that were not heard for a day are silent, as long as their newest reading is the same. */
  readonly limits: Map<string, { readonly newestS: number; readonly afterS: number }>;
}

const BYTES_PER_SUBJECT = 400;

/** Everything that is watched in a residence, by its settings now. */
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

/** About how much memory it takes. */
export function bytesOf({ read, silent, heard }: WatchedResidence): number {
  return (read.length + silent.length) * BYTES_PER_SUBJECT + heard.read.bytes + heard.silent.bytes;
}

async function readWatched(
  services: Services,
  projectId: string,
): Promise<Pick<WatchedResidence, "offsets" | "seasons"> & { subjects: readonly Subject[] }> {
  const { instrumented, hasPilot } = await cachedProject(services, projectId);
  if (!instrumented) return { subjects: [], offsets: new Map(), seasons: NO_SEASONS };
  const { store } = services;
  const [features, equipments, series, houses, rooms, thresholds, delays] = await Promise.all([
    cachedFeatures(services, projectId),
    cachedEquipments(services, projectId),
    cachedSeries(services, projectId),
    cachedHouses(services, projectId),
    listEntries(store, { prefix: keys.boilerRoom.under(projectId) }, boilerRoomRecord),
    readThresholds(services, projectId),
    readEntry(store, keys.alarmSettings(projectId), alarmSettingsRecord),
  ]);
  const seasons = await circuitSeasons(services, projectId, equipments);
  const air = new Map(rooms.map(({ key, value }) => [idOf(key), value]));
  const modules = houses.map(({ id, record: { config } }) => ({ id, config }));
  const offsets = tempOffsets({ features, series, houses: modules });
  const subjects = subjectsOf({
    instrumented,
    hasPilot,
    features,
    equipments: equipments.map((one) => watchedEquipment(one, air.get(one.id) ?? null)),
    outOfSeason: seasons.outOfSeason,
    series: series.map((one) => ({ ...one, name: seriesName(one), unit: one.unit.unit })),
    houses: houses.map(({ id, record }) => ({ id, ...record })),
    thresholds,
    delays: delays.value ?? DEFAULT_DELAYS_MIN,
  });
  return { subjects, offsets, seasons };
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
