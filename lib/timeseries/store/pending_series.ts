/** Readings of one series that wait to be compacted, and their portions. @module */

import { type Point, type Reading, slotOf } from "@/lib/timeseries/readings.ts";
import { RegisterPath } from "@/lib/timeseries/register_path.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import {
  decidingOf,
  type Extent,
  extentOf,
  follow,
  newestOf,
  type SeriesReadings,
} from "./arrived_readings.ts";
import { decodePath } from "./chunk_encoding.ts";
import { ruleOf, type StoredMetadata } from "./series_metadata.ts";

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
