/** Checks the stored series of a residence against their readings. @module */

import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { type PathState, START } from "@/lib/timeseries/register_rules.ts";
import { type Aggregates, combinedAggregates } from "@/lib/timeseries/rollups.ts";
import { arrivalEntries, decodeArrival } from "./arrival_encoding.ts";
import { isPartSize, openPartOf } from "./chunk_parts.ts";
import { readCompaction } from "./compaction_lease.ts";
import { ruleOf, seriesMetadata } from "./series_metadata.ts";
import { dayOf, decodeRollup, expectedDays, placeOf, seriesIdsOf } from "./stored_rollups.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

/** Maximum number of days, and of months, of one series listed by name: the others are counted. */
const NAMED = 5;

interface AggregatesPlace {
  readonly projectId: string;
  readonly seriesId: string;
  /** First day whose readings are all stored: the first of a month. */
  readonly firstWhole: number;
}

/** Differences between the stored figures of a series and the expected ones. */
async function* figureFaults(
  store: Store,
  place: AggregatesPlace,
  expected: ReadonlyMap<number, Aggregates>,
): AsyncGenerator<string> {
  const [days, months] = [await storedDays(store, place), await storedMonths(store, place)];
  const wrongDays = new Wrong("day", "days");
  const wrongMonths = new Wrong("month", "months");
  const known = new Set([...months.keys(), ...[...expected.keys(), ...days.keys()].map(monthOf)]);
  for (const month of [...known].sort((a, b) => a - b)) {
    const should: (Aggregates | null)[] = [];
    for (let day = dayOf(2 * month, 0); day < dayOf(2 * month + 2, 0); day++) {
      const aggregates = expected.get(day) ?? null;
      should.push(aggregates);
      if (!same(days.get(day) ?? null, aggregates)) yield* wrongDays.named(day);
    }
    const stored = months.get(month) ?? null;
    if (!same(stored, combinedAggregates(should))) yield* wrongMonths.named(month);
  }
  yield* wrongDays.others();
  yield* wrongMonths.others();
}

/** Months since year 0: 12 × the year + the month, 0 for January. */
function monthOf(day: number): number {
  return Math.floor(placeOf(day).halfMonth / 2);
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

/** Figures of the stored days whose readings are all stored. */
async function storedDays(store: Store, { projectId, seriesId, firstWhole }: AggregatesPlace) {
  const found = new Map<number, Aggregates>();
  for await (const entry of store.list({ prefix: keys.seriesDays.under(projectId, seriesId) })) {
    const first = dayOf(Number(entry.key.at(-1)), 0);
    for (const [at, aggregates] of decodeRollup(entry.value).aggregates.entries()) {
      if (aggregates !== null && first + at >= firstWhole) found.set(first + at, aggregates);
    }
  }
  return found;
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
 * Decodes every part (CRC) and recomputes every figure from the points, a series at a time.
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
  const { points, faults, base } = await storedPoints(store, checked);
  yield* faults;
  if (isSettled) {
    const rule = ruleOf(head.value);
    const expected = expectedDays(points, { kind, rule, zone, firstWhole, base });
    yield* figureFaults(store, { projectId, seriesId, firstWhole }, expected);
  }
  const { last, previousS } = head.value;
  if (last?.epochS !== points.at(-1)?.epochS) yield "its last reading is not the last";
  if (previousS !== null && previousS !== points.at(-2)?.epochS) {
    yield "the reading before its last is another one";
  }
}

/** The points of a series, their faults, and the judgement of a register before the first. */
async function storedPoints(store: Store, { projectId, seriesId }: Checked) {
  const points: Point[] = [];
  const faults: string[] = [];
  let base: PathState = START;
  for await (const entry of store.list({ prefix: keys.points.under(projectId, seriesId) })) {
    const part = openPartOf(entry);
    if (points.length === 0 && part.path !== null) base = part.path.state;
    if (!isPartSize(part.bytes.length)) faults.push(`a part of ${part.bytes.length} bytes`);
    for (const point of part.points) {
      if ((points.at(-1)?.epochS ?? -Infinity) >= point.epochS) {
        faults.push(`points out of order at ${point.epochS}`);
      }
      points.push(point);
    }
  }
  return { points, faults, base };
}

async function pendingSeries(store: Store, projectId: string): Promise<ReadonlySet<string>> {
  const seriesIds = new Set<string>();
  for await (const entry of arrivalEntries(store, projectId)) {
    for (const { seriesId } of decodeArrival(entry.value)) seriesIds.add(seriesId);
  }
  return seriesIds;
}
