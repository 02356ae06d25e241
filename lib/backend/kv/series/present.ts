import { readEach } from "@/lib/backend/core/at_once.ts";
import type { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import { DAY_S } from "@/lib/domain/periods/durations.ts";
import { FUTURE_S } from "@/lib/domain/series/plausible.ts";
import type { SecondsRange } from "@/lib/domain/series/reader.ts";
import { firstFrom } from "@/lib/domain/series/rollup.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { StoredSeries } from "./series.ts";

/** Number of series of which a process caches the reading before those that are ahead: about 5 MB. */
const SERIES_REMEMBERED = 20_000;

const REMEMBERED = new StoreMemory<Present>(SERIES_REMEMBERED);

/** The series of a project as pages and jobs read them: see {@link presentPoints}. */
export class PresentSeries extends StoredSeries {
  /** @param now epoch ms */
  constructor(
    private readonly store: Store,
    private readonly projectId: string,
    private readonly now: () => number,
  ) {
    super(store, projectId, now);
  }

  override async lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    return await presentPoints(await super.lastOfMany(seriesIds), {
      nowMs: this.now(),
      placeId: this.projectId,
      memory: REMEMBERED.of(this.store),
      statesOf: (ids) => this.statesOf(ids),
      pointsOf: (seriesId, range) => this.points(seriesId, range),
    });
  }
}

/** The newest reading of a series that is not ahead, as found once. */
interface Present {
  /** State of the series in which it was found. */
  readonly state: string;
  /** Undefined when every reading is ahead. */
  readonly point: Point | undefined;
  /** Seconds from and until which it is the newest: from then on, the next one is. */
  readonly fromS: number;
  readonly untilS: number;
}

interface PresentOptions {
  readonly nowMs: number;
  readonly placeId: string;
  readonly memory: Pick<BoundedMap<Present>, "get" | "set">;
  /** A key for each series, which changes with its readings; null when none is known. */
  readonly statesOf: (seriesIds: readonly string[]) => Promise<readonly string[] | null>;
  readonly pointsOf: (seriesId: string, range: SecondsRange) => Promise<readonly Point[]>;
}

/** Spans searched for the reading before those, one after the other, s. */
const LOOKED_BACK_S = [2 * DAY_S, 62 * DAY_S, 732 * DAY_S];

/**
 * The newest readings of some series, without those later than any accepted now: they were dated on arrival by a clock
 * that was ahead, and would hide each reading until their time comes. Each series is searched once, until it is read.
 *
 * @spec series.clock-ahead
 * @param newest by series
 */
export async function presentPoints(
  newest: ReadonlyMap<string, Point>,
  { nowMs, placeId, memory, statesOf, pointsOf }: PresentOptions,
): Promise<ReadonlyMap<string, Point>> {
  const latestS = Math.floor(nowMs / 1_000) + FUTURE_S;
  const ahead: (readonly [seriesId: string, newestS: number])[] = [];
  for (const [id, { epochS }] of newest) if (epochS > latestS) ahead.push([id, epochS]);
  if (ahead.length === 0) return newest;
  const present = new Map(newest);
  // Read before the readings: what is found for an outdated state is searched again.
  const states = await statesOf(ahead.map(([id]) => id));
  await readEach(ahead, async ([id, newestS], rank) => {
    const name = `${placeId} ${id}`;
    const state = states?.[rank];
    const known = memory.get(name);
    const isCurrent = known !== undefined && known.state === state && known.fromS <= latestS &&
      latestS < known.untilS;
    const found = isCurrent
      ? known
      : await search({ latestS, newestS }, (span) => pointsOf(id, span));
    if (state !== undefined) memory.set(name, { ...found, state });
    if (found.point === undefined) present.delete(id);
    else present.set(id, found.point);
  });
  return present;
}

async function search(
  { latestS, newestS }: { readonly latestS: number; readonly newestS: number },
  read: (range: SecondsRange) => Promise<readonly Point[]>,
): Promise<Omit<Present, "state">> {
  let untilS = newestS;
  for (const backS of LOOKED_BACK_S) {
    const points = await read({ fromS: Math.max(0, latestS - backS), toS: newestS + 1 });
    const next = firstFrom(points, latestS + 1);
    untilS = points[next]?.epochS ?? newestS;
    const point = points[next - 1];
    if (point !== undefined) return { point, fromS: latestS, untilS };
  }
  return { point: undefined, fromS: latestS, untilS };
}
