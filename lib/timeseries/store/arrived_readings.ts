/** Reads arrivals in steps that fit in memory, and holds their readings by series until they are compacted. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { getAll, KEYS_PER_READ, type MaybeEntry, type Store } from "@/lib/store/store.ts";
import { type Point, type Reading, slotOf } from "@/lib/timeseries/readings.ts";
import { RegisterPath } from "@/lib/timeseries/register_path.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import {
  arrivalEntries,
  type ArrivalName,
  decodeArrival,
  inOrder,
  rankOf,
} from "./arrival_encoding.ts";
import { decodePath } from "./chunk_encoding.ts";
import { ruleOf, type StoredMetadata } from "./series_metadata.ts";

interface Extent {
  readonly count: number;
  readonly spanS: number;
}

/** The number of some readings, and the time they span. */
function extentOf(readings: readonly Reading[]): Extent {
  let [fromS, toS] = [Infinity, -Infinity];
  for (const { epochS } of readings) {
    fromS = Math.min(fromS, epochS);
    toS = Math.max(toS, epochS);
  }
  return { count: readings.length, spanS: Math.max(0, toS - fromS) };
}

/**
 * Readings that determine the content of a series of a kind: the last of those that replace each other in a slot.
 *
 * A sensor that sends each second then has one reading in five minutes, a register two.
 */
export function decidingOf(readings: readonly Reading[], kind: DataKind): readonly Reading[] {
  return readings.filter((_, at) => !isReplaced(readings, at, kind));
}

/** True when the neighbouring readings in its slot replace a reading, for any stored content. */
function isReplaced(readings: readonly Reading[], at: number, kind: DataKind): boolean {
  const epochS = secondOfPoint(readings[at]);
  const nextS = secondOfPoint(readings[at + 1]);
  if (nextS === epochS) return epochS !== null;
  if (epochS === null || nextS === null || nextS < epochS || kind === "consumption") return false;
  if (slotOf(nextS) !== slotOf(epochS)) return false;
  if (kind !== "index") return true;
  // A register stores the first reading of a slot too.
  const beforeS = secondOfPoint(readings[at - 1]);
  return beforeS !== null && beforeS < epochS && slotOf(beforeS) === slotOf(epochS);
}

/** Null for a removal or an absent reading. */
function secondOfPoint(reading: Reading | undefined): number | null {
  return reading === undefined || "removed" in reading ? null : reading.epochS;
}

/** The readings of one series, in arrival order. */
export interface SeriesReadings {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: readonly Reading[];
  /** Changes with the readings: cache key of results computed from them. */
  readonly revision: string;
}

/** The newest point of some readings; "removed" when one is a removal. */
export function newestOf(readings: readonly Reading[]): Point | "removed" | null {
  let newest: Point | null = null;
  for (const reading of readings) {
    if ("removed" in reading) return "removed";
    if (newest === null || reading.epochS >= newest.epochS) newest = reading;
  }
  return newest;
}

/** True when all readings are points in time order after a given point, without a fall for a register. */
export function follow(
  readings: readonly Reading[],
  { epochS, value }: Point,
  kind: DataKind,
): boolean {
  for (const reading of readings) {
    if ("removed" in reading || reading.epochS < epochS) return false;
    if (kind === "index" && reading.value < value) return false;
    ({ epochS, value } = reading);
  }
  return true;
}

/** A stored arrival, or one just written. */
export interface ArrivedBytes extends ArrivalName {
  readonly value: unknown;
}

interface HeldSeries {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly all: Reading[];
  last: ArrivalName;
  /** As they were last returned; null once there are others. */
  returned: SeriesReadings | null;
}

/** Memory of a reading, about, besides its text. */
const BYTES_PER_READING = 64;

/** Readings of many series, in the order in which their arrivals were acknowledged. */
export class ArrivedReadings {
  readonly #series = new Map<string, HeldSeries>();
  #newest: ArrivalName | null = null;
  #readingCount = 0;
  #bytes = 0;

  get readingCount(): number {
    return this.#readingCount;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds the readings of an arrival.
   *
   * @returns false when an arrival acknowledged later was added before: nothing is added
   * @throws DamagedValue when the bytes are damaged
   */
  add(arrival: ArrivedBytes): boolean {
    if (this.#newest !== null && inOrder(this.#newest, arrival) > 0) return false;
    const { key, versionstamp, value } = arrival;
    const last = { key, versionstamp };
    for (const { seriesId, kind, readings } of decodeArrival(value)) {
      const held = this.#series.get(seriesId) ??
        { seriesId, kind, all: [], last, returned: null };
      this.#series.set(seriesId, held);
      for (const reading of readings) held.all.push(reading);
      [held.last, held.returned] = [last, null];
      this.#readingCount += readings.length;
      this.#bytes += readings.length * BYTES_PER_READING;
    }
    this.#newest = last;
    // Its texts, and more than they take.
    this.#bytes += value instanceof Uint8Array ? value.length : 0;
    return true;
  }

  /** The readings of a series, in the order they were acknowledged; undefined when it has none. */
  of(seriesId: string): SeriesReadings | undefined {
    const held = this.#series.get(seriesId);
    return held && returnedOf(held);
  }

  *all(): Generator<SeriesReadings> {
    for (const held of this.#series.values()) yield returnedOf(held);
  }
}

function returnedOf(held: HeldSeries): SeriesReadings {
  const { seriesId, kind, all, last: { key, versionstamp } } = held;
  return held.returned ??= {
    seriesId,
    kind,
    readings: [...all],
    revision: `${all.length} ${versionstamp} ${rankOf(key)}`,
  };
}

interface Found extends ArrivalName {
  readonly bytes: number;
  /** As listed; null once it is in a step, and where it is to be read again. */
  value: unknown;
}

/** Maximum stored bytes of one step of a compaction, and number of its readings: each step writes every series it has. */
const STEP_BYTES = 16 * 1024 * 1024;
const STEP_READINGS = 700_000;
/** Values held from their list on, bytes: those of a large history are read again, step by step. */
const VALUE_BYTES = 4 * 1024 * 1024;
/** Some of the arrivals, and their readings. */
export interface ArrivalStep {
  readonly arrivals: readonly ArrivalName[];
  readonly arrived: ArrivedReadings;
}

/**
 * Arrivals acknowledged before a version, in arrival order, in steps as large as memory allows: a collector that
 * sends a month late may have left millions of readings.
 *
 * @param progress receives the share of the bytes in the steps so far, 0 to 1
 * @returns at least one step, empty without arrivals
 */
export async function* arrivalsBefore(
  store: Store,
  projectId: string,
  versionstamp: string,
  progress: (share: number) => void = () => {},
): AsyncGenerator<ArrivalStep> {
  const found: Found[] = [];
  let allBytes = 0;
  for await (const { key, value, versionstamp: written } of arrivalEntries(store, projectId)) {
    if (written >= versionstamp) continue;
    const bytes = value instanceof Uint8Array ? value.length : 0;
    allBytes += bytes;
    const isHeld = allBytes <= VALUE_BYTES;
    found.push({ key, versionstamp: written, bytes, value: isHeld ? value : null });
  }
  found.sort(inOrder);
  let [from, givenBytes] = [0, 0];
  do {
    progress(givenBytes / Math.max(1, allBytes));
    const step = await readStep(store, found.slice(from));
    yield step;
    from += step.arrivals.length;
    givenBytes += step.bytes;
  } while (from < found.length);
}

/** Reads the first arrivals of a list, until a step is full. */
async function readStep(store: Store, found: readonly Found[]) {
  const arrived = new ArrivedReadings();
  let [bytes, count] = [0, 0];
  while (count < found.length && bytes < STEP_BYTES && arrived.readingCount < STEP_READINGS) {
    const some = found.slice(count, count + KEYS_PER_READ);
    for (const { key, value, versionstamp } of await entriesOf(store, some)) {
      if (versionstamp !== null) arrived.add({ key, value, versionstamp });
      await yieldToEventLoop();
    }
    for (const one of some) {
      one.value = null;
      bytes += one.bytes;
    }
    count += some.length;
  }
  return { arrived, arrivals: found.slice(0, count), bytes };
}

/** The arrivals as they were listed, since none is ever rewritten, or read again. */
async function entriesOf(store: Store, some: readonly Found[]): Promise<readonly MaybeEntry[]> {
  if (some.every(({ value }) => value !== null)) return some;
  return await getAll(store, some.map(({ key }) => key));
}

interface Judged {
  /** Second from which figures may differ. */
  readonly fromS: number;
  /** Whether all readings are counted, and change no verdict. */
  readonly isSteady: boolean;
}

/** The pending readings of a series, and its head read with them. */
export class PendingSeries {
  readonly seriesId: string;
  readonly kind: DataKind;
  #found: Judged | null | undefined;

  constructor(readonly came: SeriesReadings, readonly head: StoredMetadata) {
    this.seriesId = came.seriesId;
    this.kind = head.value?.kind ?? came.kind;
  }

  /** Changes with the readings and with the stored data: cache key of results computed from both. */
  get revision(): string {
    return `${this.head.versionstamp} ${this.came.revision}`;
  }

  /** The readings to merge. All readings of a purged series, since ignored readings are counted. */
  get readings(): readonly Reading[] {
    return this.wantedOf(this.came.readings);
  }

  /** Those of its readings to merge, which are in arrival order in each slot. */
  wantedOf(readings: readonly Reading[]): readonly Reading[] {
    return this.head.value?.purged ? readings : decidingOf(readings, this.kind);
  }

  /** Number of pending readings, merged or not. */
  get count(): number {
    return this.came.readings.length;
  }

  /** Number of readings to merge, and the time they span. */
  get extent(): Extent {
    return extentOf(decidingOf(this.came.readings, this.kind));
  }

  /**
   * The newest reading of the series, from its head alone.
   *
   * @returns undefined when its points are needed: a reading was removed, or is older than the retention
   */
  newest(): Point | undefined {
    if (this.head.value?.purged) return undefined;
    const came = newestOf(this.came.readings);
    if (came === "removed") return undefined;
    const last = this.head.value?.last ?? null;
    if (came === null) return last ?? undefined;
    return last === null || came.epochS >= last.epochS ? came : last;
  }

  /** True when figures before a second may differ from the stored ones. */
  changesBefore(beforeS: number): boolean {
    const fromS = this.changesFromS;
    return fromS === null || fromS < beforeS;
  }

  /**
   * The second from which figures may differ from the stored ones, when all arrivals follow the stored points.
   *
   * @returns null when more may differ: a reading is late or was removed, or the judgement of a register is unknown
   */
  get changesFromS(): number | null {
    const { value: head } = this.head;
    if (head === null || head.last === null || !follow(this.came.readings, head.last, head.kind)) {
      return null;
    }
    return head.kind === "index" ? this.#judged(head.last)?.fromS ?? null : head.last.epochS;
  }

  /** True when no reading was suspended, and none of the arrivals is: the jumps of the register stay the same. */
  get isSteady(): boolean {
    if (this.kind !== "index") return true;
    const last = this.head.value?.last ?? null;
    return last !== null && this.changesFromS !== null && this.#judged(last)?.isSteady === true;
  }

  #judged(last: Point): Judged | null {
    return this.#found === undefined ? this.#found = this.#judge(last) : this.#found;
  }

  /** What arrivals that follow the stored readings of a register change; null when it is unknown. */
  #judge(last: Point): Judged | null {
    const { value: head } = this.head;
    if (head?.path === undefined) return null;
    const state = decodePath(head.path);
    const pathS = state.last?.epochS;
    if (pathS === undefined) return null;
    const register = new RegisterPath(ruleOf(head), state);
    for (const reading of this.came.readings) if (!("removed" in reading)) register.add(reading);
    const isSteady = !state.isBroken && !register.state.isBroken && register.reaches.length === 0;
    const reachedS = register.reaches.map(({ fromS }) => fromS);
    if (slotOf(this.came.readings[0]?.epochS ?? NaN) !== slotOf(last.epochS)) {
      return { fromS: Math.min(pathS, ...reachedS), isSteady };
    }
    // A reading in the last point's slot may replace it, and what followed from it.
    if (head.previousS === null) return null;
    const places = [...state.rises.map(({ at }) => at.epochS), state.left?.forkS ?? Infinity];
    return { fromS: Math.min(pathS, head.previousS, ...reachedS, ...places), isSteady };
  }
}

/** Maximum readings of one series in one commit, to respect the limits and to yield soon. */
const READINGS_AT_ONCE = 5_000;
const SPAN_AT_ONCE_S = 400 * 86_400;

/** True when readings are few enough and close enough for one commit. */
export function isOnePortion({ count, spanS }: Extent): boolean {
  return count <= READINGS_AT_ONCE && spanS <= SPAN_AT_ONCE_S;
}

/** Pending readings, split into portions by time; within five minutes arrival order is preserved. */
export function* portions(pending: PendingSeries): Generator<readonly Reading[]> {
  const bySlot = pending.came.readings.toSorted((a, b) => slotOf(a.epochS) - slotOf(b.epochS));
  let portion: Reading[] = [];
  for (const reading of pending.wantedOf(bySlot)) {
    if (isFull(portion, reading)) {
      yield portion;
      portion = [];
    }
    portion.push(reading);
  }
  if (portion.length > 0) yield portion;
}

function isFull(portion: readonly Reading[], next: Reading): boolean {
  const [first, last] = [portion[0], portion.at(-1)];
  if (first === undefined || last === undefined || slotOf(last.epochS) === slotOf(next.epochS)) {
    return false;
  }
  return portion.length >= READINGS_AT_ONCE || next.epochS - first.epochS >= SPAN_AT_ONCE_S;
}
