/** Reads what an evaluation needs: new readings, newest values and rhythms. @module */

import type { Services } from "@/lib/api/services.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";
import { lastReports } from "@/lib/heating_control/gateway.ts";
import { lowerPoint, offsetReader } from "@/lib/housing/temperature_offset.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { expectedRhythms, PACED_AT_ONCE } from "@/lib/series/rhythms.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import type { Counted } from "@/lib/store/commits.ts";
import { type Point, seriesOfStored } from "@/lib/timeseries/readings.ts";
import { CURRENT_FOR_S, silentAfterS } from "@/lib/timeseries/rhythm.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { isTimed, mayBeWrongBefore, quietSeries } from "./detection.ts";
import type { Kind, WatchedResidence } from "./monitored_residence.ts";
import { PAST_AGAIN_S, readPastDays } from "./past_days.ts";
import type { Watches } from "./subject_states.ts";
import type { DetectInput, MonitoredItem } from "./subjects.ts";

/** Scope of an evaluation. */
export interface EvaluationQuery {
  readonly kind: Kind;
  readonly version: Counted;
  /** True when the time has come at which a result changes without a reading. */
  readonly isTime: boolean;
}

/** The inputs of an evaluation that no other evaluation changes. */
export interface EvaluationData
  extends Pick<DetectInput, "silentAfterS" | "past" | "mutes" | "nowS"> {
  /** True when every subject of the kind is evaluated, instead of only those that may have changed. */
  readonly isWhole: boolean;
  /** The inputs that may have changed since the state in some watches. */
  since(watches: Watches): Promise<Pick<DetectInput, "subjects" | "readings" | "newest">>;
}

/** Maximum gap in the readings of a subject: after a longer one, earlier readings are ignored, s. */
const FOLLOWED_BACK_S = 31 * 24 * 3_600;

export async function readEvaluationData(
  services: Services,
  residence: WatchedResidence,
  query: EvaluationQuery,
): Promise<EvaluationData> {
  const { mutes } = residence;
  const common = { mutes, nowS: Math.floor(services.now() / 1_000) };
  if (query.kind === "silent") {
    return await silentEvaluationData(services, residence, { ...query, common });
  }
  const readingEvents = residence.readingEvents.read;
  const data = { ...common, silentAfterS: new Map() };
  if (!readingEvents.isComplete(query.version)) {
    return { ...data, isWhole: true, since: await storedSince(services, residence, query) };
  }
  const came = shownPoints(residence.offsets, readingEvents.take());
  return {
    ...data,
    isWhole: false,
    since: (watches) => Promise.resolve(cameSince(residence, { ...query, came, watches })),
  };
}

type Common = Pick<DetectInput, "mutes" | "nowS">;

async function silentEvaluationData(
  services: Services,
  residence: WatchedResidence,
  { version, common }: EvaluationQuery & { readonly common: Common },
): Promise<EvaluationData> {
  const { projectId, silent: subjects, readingEvents: { silent: newest }, limits } = residence;
  const { timeZone } = await cachedProject(services, projectId);
  const reader = services.seriesOf(projectId, timeZone);
  if (!newest.isComplete(version)) {
    await newest.load(version, async () => {
      const hasModules = subjects.some(({ rule }) => rule.kind === "module");
      const [readings, reports] = await Promise.all([
        reader.lastOfMany(newest.seriesIds),
        hasModules ? lastReports(services.store, projectId) : new Map<string, Point>(),
      ]);
      return new Map([...readings, ...reports]);
    });
  }
  const quiet = quietSeries({ subjects, newest, nowS: common.nowS });
  const place = { projectId, limits, timeZone };
  const silentAfterS = await silentAfter(services, place, { quiet, newest, reader });
  const { nowS } = common;
  if (Math.abs(nowS - residence.past.atS) >= PAST_AGAIN_S) {
    residence.past = await readPastDays(services, subjects, { projectId, timeZone, nowS });
  }
  const { past } = residence;
  const since = () => Promise.resolve({ subjects, newest, readings: new Map() });
  return { ...common, isWhole: true, silentAfterS, past, since };
}

/** The received readings, and the subjects whose time has come. */
function cameSince(
  { read, bySeries }: WatchedResidence,
  { came, watches, isTime }: EvaluationQuery & {
    readonly came: ReadonlyMap<string, readonly SensorValue[]>;
    readonly watches: Watches;
  },
): Pick<DetectInput, "subjects" | "readings" | "newest"> {
  const subjects = new Set<MonitoredItem>();
  for (const id of came.keys()) for (const one of bySeries.get(id) ?? []) subjects.add(one);
  if (isTime) { for (const one of read) if (isTimed(one, watches.get(one.key))) subjects.add(one); }
  const newest = new Map<string, SensorValue>();
  for (const [id, readings] of came) {
    const last = readings.at(-1);
    if (last !== undefined) newest.set(id, last);
  }
  return { subjects: [...subjects], readings: came, newest };
}

/** The stored readings of all series watched by value. */
async function storedSince(
  services: Services,
  residence: WatchedResidence,
  { version }: EvaluationQuery,
): Promise<EvaluationData["since"]> {
  const { projectId, read: subjects, readingEvents, offsets } = residence;
  const { timeZone } = await cachedProject(services, projectId);
  const reader = offsetReader(services.seriesOf(projectId, timeZone), offsets);
  const points = await readingEvents.read.load(
    version,
    () => reader.lastOfMany(readingEvents.read.seriesIds),
  );
  const newest = new Map([...points].map(([id, point]) => [id, valueOf(point)]));
  return async (watches) => {
    const readings = await newReadings({ subjects, newest, reader }, watches);
    return { subjects, newest, readings };
  };
}

/** Readings as pages display them: with the offsets of the thermometers subtracted. */
function shownPoints(
  offsets: WatchedResidence["offsets"],
  came: ReadonlyMap<string, readonly Point[]>,
): ReadonlyMap<string, readonly SensorValue[]> {
  return new Map([...came].map(([id, points]) => {
    const offsetC = offsets.get(id);
    const fromS = (points.at(-1)?.epochS ?? 0) - FOLLOWED_BACK_S;
    const shown = points.filter(({ epochS }) => epochS >= fromS)
      .map((one) => valueOf(offsetC === undefined ? one : lowerPoint(one, offsetC)));
    return [id, shown];
  }));
}

/**
 * The readings after those already evaluated, oldest first; of a series that began to send within a day of its newest
 * reading, all of them: its first ones may have come together.
 */
async function newReadings(
  { subjects, newest, reader }: Pick<DetectInput, "subjects" | "newest"> & {
    readonly reader: SeriesReader;
  },
  watches: Watches,
): Promise<DetectInput["readings"]> {
  const fromS = new Map<string, number>();
  const unwatched = new Set<string>();
  for (const subject of subjects) {
    const { key, seriesIds: [id = ""] } = subject;
    const last = newest.get(id);
    const watch = watches.get(key);
    if (last === undefined) continue;
    if (watch === undefined && mayBeWrongBefore(subject, last)) unwatched.add(id);
    if (last.epochS <= (watch?.seenS ?? Infinity)) continue;
    const ownS = Math.max(watch?.seenS ?? 0, last.epochS - FOLLOWED_BACK_S);
    fromS.set(id, Math.min(fromS.get(id) ?? Infinity, ownS));
  }
  const read = async (id: string) => {
    const newestS = newest.get(id)?.epochS ?? 0;
    const ownS = fromS.get(id) ?? Infinity;
    const from = unwatched.has(id) ? newestS - FOLLOWED_BACK_S : ownS;
    const points = await reader.points(id, { fromS: from, toS: newestS + 1 });
    const isNew = newestS - (points[0]?.epochS ?? 0) <= CURRENT_FOR_S;
    const shown = isNew ? points : points.filter(({ epochS }) => epochS >= ownS);
    return [id, shown.map(valueOf)] as const;
  };
  const ids = new Set([...fromS.keys(), ...unwatched]);
  return new Map(await Promise.all(Array.from(ids, read)));
}

/** Silence limit, in seconds, of series silent for a day, from their rhythm. */
async function silentAfter(
  services: Services,
  { projectId, limits, timeZone }: Pick<WatchedResidence, "projectId" | "limits"> & {
    readonly timeZone: string;
  },
  { quiet, newest, reader }: Pick<DetectInput, "newest"> & {
    readonly quiet: readonly string[];
    readonly reader: SeriesReader;
  },
): Promise<ReadonlyMap<string, number>> {
  const isQuiet = new Set(quiet);
  for (const id of limits.keys()) if (!isQuiet.has(id)) limits.delete(id);
  const newestOf = (id: string) => newest.get(id)?.epochS ?? 0;
  const unknown = quiet.filter((id) => limits.get(id)?.newestS !== newestOf(id));
  if (unknown.length > 0) {
    const series = new Map((await cachedSeries(services, projectId)).map((one) => [one.id, one]));
    const today = civilDateOf(services.now(), timeZone);
    for (const some of chunk(unknown, PACED_AT_ONCE)) {
      const known = some.flatMap((id) => {
        const one = series.get(seriesOfStored(id));
        return one === undefined ? [] : [{ ...one, id }];
      });
      const rhythms = await expectedRhythms(reader, known, today);
      const every = new Map(
        known.map(({ id }, position) => [id, rhythms[position]?.every ?? null]),
      );
      for (const id of some) {
        limits.set(id, { newestS: newestOf(id), afterS: silentAfterS(every.get(id) ?? null) });
      }
    }
  }
  return new Map(quiet.map((id) => [id, limits.get(id)?.afterS ?? silentAfterS(null)]));
}

function valueOf({ epochS, value, text }: Point): SensorValue {
  return { epochS, state: text ?? value };
}
