import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { type PathState, START } from "@/lib/domain/series/registers/path_state.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { readArrival } from "./arrivals/arrival_bytes.ts";
import { arrivalEntries } from "./arrivals/pending.ts";
import { figureFaults } from "./check_figures.ts";
import { readCompaction } from "./compaction/lease.ts";
import { expectedMonths } from "./expected.ts";
import { ruleOf, type SeriesHead, seriesHead } from "./head.ts";
import { isPartSize, openPartOf } from "./parts.ts";
import { seriesIdsOf } from "./year.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

/**
 * Faults of the stored series of a project, one sentence each; empty without faults.
 *
 * Decodes every part (CRC) and recomputes every figure from the points, a part at a time.
 */
export async function* seriesFaults(store: Store, projectId: string): AsyncGenerator<string> {
  const { timeZone, dirty } = (await readCompaction(store, projectId)).value;
  const zone = zoneDays(timeZone);
  // An interrupted compaction may have left figures of a long plan ahead of its points: the next one repairs them.
  const unsettled = dirty ? await pendingSeries(store, projectId) : new Set<string>();
  for (const seriesId of await seriesIdsOf(store, projectId)) {
    const isSettled = !unsettled.has(seriesId);
    try {
      for await (const fault of faultsOf(store, { projectId, seriesId, zone, isSettled })) {
        yield `${seriesId}: ${fault}`;
      }
    } catch (fault) {
      yield `${seriesId}: ${fault instanceof Error ? fault.message : String(fault)}`;
    }
  }
}

interface Checked {
  readonly projectId: string;
  readonly seriesId: string;
  readonly zone: ZoneDays;
  /** True when its figures match its points. */
  readonly isSettled: boolean;
}

async function* faultsOf(store: Store, checked: Checked): AsyncGenerator<string> {
  const { projectId, seriesId, zone, isSettled } = checked;
  const head = await readEntry(store, keys.seriesHead(projectId, seriesId), seriesHead);
  if (head.value === null) return yield "no head";
  const { kind, purged } = head.value;
  const firstWhole = purged === null ? -Infinity : zone.dayAt(purged.pointsBeforeS);
  const run = new PointsRun(store, checked);
  if (isSettled) {
    const rule = ruleOf(head.value);
    const base = () => run.base;
    const months = expectedMonths(run.parts(), { kind, rule, zone, firstWhole, base });
    for await (const fault of figureFaults(store, { projectId, seriesId, firstWhole }, months)) {
      yield* run.faults();
      yield fault;
    }
  } else for await (const _part of run.parts());
  yield* run.faults();
  yield* endFaults(head.value, run);
}

function* endFaults({ last, previousS }: SeriesHead, run: PointsRun): Generator<string> {
  if (last?.epochS !== run.last?.epochS) yield "its last reading is not the last";
  if (previousS !== null && previousS !== run.previous?.epochS) {
    yield "the reading before its last is another one";
  }
}

/** The points of a series, part by part, and their faults so far. */
class PointsRun {
  last: Point | null = null;
  previous: Point | null = null;
  /** Judgement of a register before its first reading. */
  base: PathState = START;
  #faults: string[] = [];

  constructor(private readonly store: Store, private readonly checked: Checked) {}

  async *parts(): AsyncGenerator<readonly Point[]> {
    const { projectId, seriesId } = this.checked;
    for await (const entry of this.store.list({ prefix: keys.points.under(projectId, seriesId) })) {
      const { bytes, points, path } = openPartOf(entry);
      if (this.last === null && path !== null) this.base = path.state;
      if (!isPartSize(bytes.length)) this.#faults.push(`a part of ${bytes.length} bytes`);
      this.#checkOrder(points);
      yield points;
    }
  }

  *faults(): Generator<string> {
    yield* this.#faults.splice(0);
  }

  #checkOrder(points: readonly Point[]): void {
    for (const point of points) {
      if (this.last !== null && this.last.epochS >= point.epochS) {
        this.#faults.push(`points out of order at ${point.epochS}`);
      }
      this.previous = this.last;
      this.last = point;
    }
  }
}

async function pendingSeries(store: Store, projectId: string): Promise<ReadonlySet<string>> {
  const seriesIds = new Set<string>();
  for await (const entry of arrivalEntries(store, projectId)) {
    readArrival(entry.value, {
      series: (seriesId) => void seriesIds.add(seriesId),
      point() {},
      other() {},
    });
  }
  return seriesIds;
}
