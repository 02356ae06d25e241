import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import { cachedFeatures, cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import { expectedRhythm } from "@/lib/backend/embedded/series/rhythms.ts";
import { cachedSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { quietSeries } from "@/lib/domain/alarms/detect.ts";
import type { DetectInput } from "@/lib/domain/alarms/watching.ts";
import type { SensorValue } from "@/lib/domain/facilities/faults.ts";
import { correctedReader } from "@/lib/domain/housing/temp_offset.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import { silentAfterS } from "@/lib/domain/series/rhythm.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { readMutes } from "./muted_until.ts";
import type { Kind, WatchedResidence } from "./watched_residence.ts";
import type { Watches } from "./watching.ts";

/** What an evaluation reads that no other one changes. */
export interface Facts extends Omit<DetectInput, "watches" | "readings" | "newId"> {
  readonly kind: Kind;
  readonly reader: SeriesReader;
}

/** A subject that comes back after longer is followed from then on, s. */
const FOLLOWED_BACK_S = 31 * 24 * 3_600;

/** Series of one read: one that has more readings to merge than a read may would wait for a compaction. */
const SERIES_PER_READ = 200;

export async function readFacts(
  services: Services,
  residence: WatchedResidence,
  kind: Kind,
): Promise<Facts> {
  const { projectId, [kind]: subjects } = residence;
  const { timeZone } = await cachedProject(services, projectId);
  const reader = await shownReader(services, projectId, timeZone);
  const ids = subjects.flatMap(({ seriesIds }) => seriesIds);
  const [points, mutes] = await Promise.all([
    newestOf(reader, ids),
    readMutes(services, projectId),
  ]);
  const newest = new Map(points.map(([id, point]) => [id, valueOf(point)]));
  const nowS = Math.floor(services.now() / 1_000);
  const facts = { kind, reader, subjects, newest, mutes, nowS };
  const quiet = kind === "silent" ? quietSeries(facts) : [];
  const limits = await silentAfter(services, residence, { ...facts, quiet, timeZone });
  return { ...facts, silentAfterS: limits };
}

/** Readings as pages show them: without the offsets of the modules' thermometers. */
async function shownReader(
  services: Services,
  projectId: string,
  timeZone: string,
): Promise<SeriesReader> {
  const [features, series, houses] = await Promise.all([
    cachedFeatures(services, projectId),
    cachedSeries(services, projectId),
    cachedHouses(services, projectId),
  ]);
  const modules = houses.map(({ id, record: { config } }) => ({ id, config }));
  const corrected = { features, series, houses: modules };
  return correctedReader(services.seriesOf(projectId, timeZone), corrected);
}

/** The newest reading of each series that has one. */
async function newestOf(
  reader: SeriesReader,
  ids: readonly string[],
): Promise<readonly (readonly [seriesId: string, last: Point])[]> {
  const found: (readonly [string, Point])[] = [];
  for (let from = 0; from < ids.length; from += SERIES_PER_READ) {
    found.push(...await reader.lastOfMany(ids.slice(from, from + SERIES_PER_READ)));
  }
  return found;
}

/** The readings that came after those that watches have seen, oldest first. */
export async function newReadings(
  { kind, subjects, newest, reader }: Pick<Facts, "kind" | "subjects" | "newest" | "reader">,
  watches: Watches,
): Promise<DetectInput["readings"]> {
  const fromS = new Map<string, number>();
  for (const { key, seriesIds: [id = ""] } of kind === "read" ? subjects : []) {
    const [seenS, newestS] = [watches.get(key)?.seenS ?? Infinity, newest.get(id)?.epochS ?? 0];
    if (newestS <= seenS) continue;
    const ownS = Math.max(seenS, newestS - FOLLOWED_BACK_S);
    fromS.set(id, Math.min(fromS.get(id) ?? Infinity, ownS));
  }
  const found = await Promise.all([...fromS].map(async ([id, from]) => {
    const points = await reader.points(id, { fromS: from, toS: (newest.get(id)?.epochS ?? 0) + 1 });
    return [id, points.map(valueOf)] as const;
  }));
  return new Map(found);
}

/** After how many seconds series that have sent nothing for a day are silent, by their rhythm. */
async function silentAfter(
  services: Services,
  { projectId, limits }: WatchedResidence,
  { quiet, newest, reader, timeZone }: Pick<Facts, "newest" | "reader"> & {
    readonly quiet: readonly string[];
    readonly timeZone: string;
  },
): Promise<ReadonlyMap<string, number>> {
  if (quiet.length === 0) return new Map();
  const series = new Map((await cachedSeries(services, projectId)).map((one) => [one.id, one]));
  const today = civilDateOf(services.now(), timeZone);
  const found = new Map<string, number>();
  for (const id of quiet) {
    const newestS = newest.get(id)?.epochS ?? 0;
    const known = limits.get(id);
    const [seriesId = ""] = id.split("@");
    const one = series.get(seriesId);
    if (known?.newestS !== newestS && one !== undefined) {
      const rhythm = await expectedRhythm(reader, { series: { ...one, id }, today });
      limits.set(id, { newestS, afterS: silentAfterS(rhythm?.every ?? null) });
    }
    found.set(id, limits.get(id)?.afterS ?? silentAfterS(null));
  }
  return found;
}

function valueOf({ epochS, value, text }: Point): SensorValue {
  return { epochS, state: text ?? value };
}
