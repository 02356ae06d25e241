import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry, Store } from "@/lib/backend/kv/store.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { type OpenPart, openPartOf, partKey } from "./parts.ts";

/** Points read on each side of a change, for the reading before the newest one, and the start of a day. */
export const CONTEXT_POINTS = 8;

/** Parts read together on each side. */
const BATCH = 4;

/**
 * The points of a series around a moment, read outwards only as far as requested.
 *
 * Points are read in whole parts, so there may be more than requested.
 */
export class PointsWindow {
  #parts: OpenPart[] = [];
  #points: readonly Point[] | null = null;
  #before: AsyncIterator<Entry> | null;
  #after: AsyncIterator<Entry> | null;

  /**
   * @param pivotS reading starts from the parts just before and just after this second
   * @param lastS second of the series' newest point: nothing is read beyond it
   */
  constructor(
    store: Store,
    projectId: string,
    seriesId: string,
    { pivotS, lastS }: { readonly pivotS: number; readonly lastS: number },
  ) {
    const prefix = keys.points.under(projectId, seriesId);
    const pivot = partKey(projectId, seriesId, pivotS);
    const options = { batchSize: BATCH };
    this.#before = lastS === -Infinity
      ? null
      : store.list({ prefix, end: pivot }, { ...options, reverse: true })[Symbol.asyncIterator]();
    this.#after = lastS < pivotS
      ? null
      : store.list({ prefix, start: pivot }, options)[Symbol.asyncIterator]();
  }

  /** Every part read so far, in time order. */
  get parts(): readonly OpenPart[] {
    return this.#parts;
  }

  /** Every point read so far, in time order. */
  get points(): readonly Point[] {
    this.#points ??= this.#parts.length === 1
      ? this.#parts[0]?.points ?? []
      : this.#parts.flatMap(({ points }) => points);
    return this.#points;
  }

  /** True when there is no point before those read. */
  get reachedStart(): boolean {
    return this.#before === null;
  }

  /** True when there is no point after those read. */
  get reachedEnd(): boolean {
    return this.#after === null;
  }

  /** Reads every point from `fromS` to `toS`, and `context` more on each side where they exist. */
  async reach(fromS: number, toS: number, context: number): Promise<void> {
    while (this.#before !== null && this.#countBefore(fromS) < context) {
      const part = await nextPart(this.#before);
      if (part === null) this.#before = null;
      else this.#parts.unshift(part);
      this.#points = null;
    }
    while (this.#after !== null && this.#countFrom(toS) < context) {
      const part = await nextPart(this.#after);
      if (part === null) this.#after = null;
      else this.#parts.push(part);
      this.#points = null;
    }
  }

  #countBefore(atS: number): number {
    let count = 0;
    for (const { points } of this.#parts) {
      for (const { epochS } of points) {
        if (epochS >= atS) return count;
        count++;
      }
    }
    return count;
  }

  #countFrom(atS: number): number {
    let count = 0;
    for (let at = this.#parts.length - 1; at >= 0; at--) {
      const points = this.#parts[at]?.points ?? [];
      for (let rank = points.length - 1; rank >= 0; rank--) {
        if ((points[rank]?.epochS ?? 0) < atS) return count;
        count++;
      }
    }
    return count;
  }
}

async function nextPart(entries: AsyncIterator<Entry>): Promise<OpenPart | null> {
  const next = await entries.next();
  return next.done === true ? null : openPartOf(next.value);
}
