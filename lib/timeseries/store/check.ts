/** Checks the stored series of a residence against their readings. @module */

import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import { type Aggregates, combinedAggregates } from "@/lib/timeseries/aggregates.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { type PathState, START } from "@/lib/timeseries/register_state.ts";
import { decodeArrival } from "./arrival_encoding.ts";
import { isPartSize, openPartOf } from "./chunk_parts.ts";
import { readCompaction } from "./compaction_lease.ts";
import { arrivalEntries } from "./arrival_names.ts";
import { ruleOf, type SeriesMetadata, seriesMetadata } from "./series_metadata.ts";
import {
  dayOf,
  decodeRollup,
  emptyMonth,
  expectedMonths,
  type MonthOfDays,
} from "./stored_rollups.ts";
import { seriesIdsOf } from "./yearly_rollups.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

/** Maximum number of days, and of months, of one series listed by name: the others are counted. */
const NAMED = 5;

interface AggregatesPlace {
  readonly projectId: string;
  readonly seriesId: string;
  /** First day whose readings are all stored: the first of a month. */
  readonly firstWhole: number;
}

/** Differences between the stored figures of a series and the expected ones, a month at a time. */
async function* figureFaults(
  store: Store,
  place: AggregatesPlace,
  expected: AsyncIterable<MonthOfDays>,
): AsyncGenerator<string> {
  const months = await storedMonths(store, place);
  const wrongDays = new Wrong("day", "days");
  const wrongMonths = new Wrong("month", "months");
  for await (const [should, is] of sideBySide(expected, storedDays(store, place))) {
    const { month } = should;
    const firstDay = dayOf(month * 2, 0);
    for (const [at, aggregates] of should.days.entries()) {
      if (!same(is.days[at] ?? null, aggregates)) yield* wrongDays.named(firstDay + at);
    }
    const stored = months.get(month) ?? null;
    months.delete(month);
    if (!same(stored, combinedAggregates(should.days))) yield* wrongMonths.named(month);
  }
  for (const month of months.keys()) yield* wrongMonths.named(month);
  yield* wrongDays.others();
  yield* wrongMonths.others();
}

class Wrong {
  #count = 0;

  constructor(private readonly one: string, private readonly several: string) {}

  *named(number: number): Generator<string> {
    if (++this.#count <= NAMED) yield `${this.one} ${number} is wrong`;
  }

  *others(): Generator<string> {
    if (this.#count > NAMED) yield `${this.#count - NAMED} more ${this.several} are wrong`;
  }
}

async function storedMonths(store: Store, { projectId, seriesId, firstWhole }: AggregatesPlace) {
  const found = new Map<number, Aggregates>();
  for await (const entry of store.list({ prefix: keys.seriesMonths.under(projectId, seriesId) })) {
    const year = Number(entry.key.at(-1));
    for (const [position, aggregates] of decodeRollup(entry.value).aggregates.entries()) {
      const month = year * 12 + position;
      if (aggregates !== null && dayOf(month * 2, 0) >= firstWhole) found.set(month, aggregates);
    }
  }
  return found;
}

/** Figures of the stored days whose readings are all stored, by month. */
async function* storedDays(
  store: Store,
  { projectId, seriesId, firstWhole }: AggregatesPlace,
): AsyncGenerator<MonthOfDays> {
  let current: MonthOfDays | null = null;
  for await (const entry of store.list({ prefix: keys.seriesDays.under(projectId, seriesId) })) {
    const half = Number(entry.key.at(-1));
    const { aggregates } = decodeRollup(entry.value);
    const month = Math.floor(half / 2);
    if (dayOf(month * 2, 0) < firstWhole || aggregates.every((day) => day === null)) continue;
    if (current?.month !== month) {
      if (current !== null) yield current;
      current = emptyMonth(month);
    }
    const from = dayOf(half, 0) - dayOf(month * 2, 0);
    for (const [at, day] of aggregates.entries()) current.days[from + at] = day;
  }
  if (current !== null) yield current;
}

/** The months of either side, in order, each with both sides. */
async function* sideBySide(
  left: AsyncIterable<MonthOfDays>,
  right: AsyncIterable<MonthOfDays>,
): AsyncGenerator<readonly [MonthOfDays, MonthOfDays]> {
  const [lefts, rights] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()];
  let [l, r] = [await lefts.next(), await rights.next()];
  while (!l.done || !r.done) {
    const month = Math.min(monthIn(l), monthIn(r));
    const [isLeft, isRight] = [monthIn(l) === month, monthIn(r) === month];
    const ofLeft = l.done || !isLeft ? emptyMonth(month) : l.value;
    const ofRight = r.done || !isRight ? emptyMonth(month) : r.value;
    yield [ofLeft, ofRight];
    if (isLeft) l = await lefts.next();
    if (isRight) r = await rights.next();
  }
}

function monthIn(next: IteratorResult<MonthOfDays>): number {
  return next.done ? Infinity : next.value.month;
}

function same(a: Aggregates | null, b: Aggregates | null): boolean {
  if (a === null || b === null) return a === b;
  return equal(a.millionths, b.millionths) && equal(a.min, b.min) && equal(a.max, b.max) &&
    (a.last === null || b.last === null ? a.last === b.last : equal(a.last, b.last)) &&
    a.count === b.count && a.coveredS === b.coveredS &&
    a.drawnAtStart === b.drawnAtStart && a.drawnAtEnd === b.drawnAtEnd &&
    a.isDoubtful === b.isDoubtful;
}

/** Equality in which overflowed sums, NaN on both sides, are equal. */
function equal(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

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
  const head = await readEntry(store, keys.seriesHead(projectId, seriesId), seriesMetadata);
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

function* endFaults({ last, previousS }: SeriesMetadata, run: PointsRun): Generator<string> {
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
    for (const { seriesId } of decodeArrival(entry.value)) seriesIds.add(seriesId);
  }
  return seriesIds;
}
