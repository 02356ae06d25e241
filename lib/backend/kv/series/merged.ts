import { groupsOf } from "@/lib/backend/core/groups.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import type { RegisterLimits } from "@/lib/domain/series/registers/register_limits.ts";
import type { PendingSeries } from "./arrivals/pending_series.ts";
import { planSeries, type SeriesPlan } from "./compaction/plan.ts";
import type { Pending, SeriesPlace } from "./fresh.ts";
import { meterLimits } from "./meter_limits.ts";
import type { ZoneDays } from "./zone_days.ts";

/** The head and figures of a series with its pending readings merged in. */
export type MergedSeries = Pick<SeriesPlan, "head" | "halves" | "years">;

/** Series planned before yielding to the event loop. */
const SERIES_AT_ONCE = 20;
/** Number of merged series cached, at most 10 KiB each. */
const SERIES_REMEMBERED = 2_000;
/** Maximum half-months of a cached series: enough for live readings; a history is soon compacted. */
const HALVES_REMEMBERED = 3;

interface Remembered {
  /** Versions of the head and of the pending readings it was computed from, and limits that the head has not. */
  readonly from: string;
  readonly merged: MergedSeries;
}

const REMEMBERED = new StoreMemory<Remembered>(SERIES_REMEMBERED);

/**
 * The pending series with their readings merged in, computed once for each version.
 *
 * Nothing is written: the next compaction writes it.
 */
export async function mergedSeries(
  place: SeriesPlace,
  pending: Pending,
  zone: ZoneDays,
): Promise<ReadonlyMap<string, MergedSeries>> {
  const found = new Map<string, MergedSeries>();
  const slices = new Slices();
  for (const some of groupsOf([...pending.values()], SERIES_AT_ONCE)) {
    const read = some.map(async (one) => [one.seriesId, await merged(place, one, zone)] as const);
    for (const [id, series] of await Promise.all(read)) found.set(id, series);
    await slices.pause();
  }
  return found;
}

/** Running plans of this process, by series and revision: several calls of a page share one computation. */
const RUNNING = new WeakMap<Store, Map<string, Promise<MergedSeries>>>();

async function merged(place: SeriesPlace, one: PendingSeries, zone: ZoneDays) {
  const { store, projectId } = place;
  const name = `${projectId}/${one.seriesId}`;
  const limits = await limitsOfPending(store, projectId, one);
  const from = `${one.revision} ${JSON.stringify(limits ?? null)}`;
  const known = REMEMBERED.of(store).get(name);
  if (known?.from === from) return known.merged;
  const running = RUNNING.get(store) ?? new Map<string, Promise<MergedSeries>>();
  RUNNING.set(store, running);
  const run = `${name} ${from}`;
  const planned = running.get(run) ??
    plannedFigures(place, one, { zone, limits, from }).finally(() => running.delete(run));
  running.set(run, planned);
  return await planned;
}

/** Only the figures: the plan also has the points around them. */
async function plannedFigures(
  { store, projectId }: SeriesPlace,
  one: PendingSeries,
  { zone, limits, from }: {
    readonly zone: ZoneDays;
    readonly limits: RegisterLimits | undefined;
    readonly from: string;
  },
): Promise<MergedSeries> {
  const { seriesId, kind, readings } = one;
  const merge = { readings, head: one.head.value, limits, isMerge: true };
  const coming = { projectId, seriesId, kind, ...merge };
  const { head, halves, years } = await planSeries(store, coming, zone);
  if (halves.size <= HALVES_REMEMBERED) {
    REMEMBERED.of(store).set(`${projectId}/${seriesId}`, { from, merged: { head, halves, years } });
  }
  return { head, halves, years };
}

/** The limits of a register without a head, or judged by an earlier version; undefined for those of its head. */
export async function limitsOfPending(
  store: Store,
  projectId: string,
  { seriesId, kind, head }: Pick<PendingSeries, "seriesId" | "kind" | "head">,
): Promise<RegisterLimits | undefined> {
  if (kind !== "index" || head.value?.limits !== undefined) return undefined;
  return (await meterLimits(store, projectId, [seriesId]))(seriesId);
}
