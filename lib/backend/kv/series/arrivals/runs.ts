import { sumBy } from "@/lib/domain/numbers/sums.ts";
import type { DataKind, Reading, SeriesBatch } from "@/lib/domain/series/types.ts";

export interface NamedSeries {
  readonly storedId: string;
  readonly kind: DataKind;
}

/** Readings in columns, one row per reading. */
interface ReadingRows {
  readonly count: number;
  readonly series: readonly NamedSeries[];
  /** Number of the series of each row; negative for a row without a series. */
  readonly seriesOf: Int32Array;
  /** Seconds since 1970. */
  readonly seconds: Float64Array;
  readonly values: Float64Array;
  /** Readings by row that are not a plain value: texts and removals. */
  readonly others: ReadonlyMap<number, Reading>;
}

/** Readings in columns, grouped by series in arrival order: one run per series. */
export interface SeriesRuns extends Pick<ReadingRows, "series" | "seconds" | "values" | "others"> {
  readonly runCount: number;
  readonly seriesOfRun: Int32Array;
  readonly ends: Int32Array;
  readonly rows: Int32Array;
}

/** Number of rows of each series, by number; reused, all 0 between two synchronous calls. */
let counts = new Int32Array(1_024);

/** Rows sorted by series, in the order of first arrival, in two passes. */
export function runsBySeries(given: ReadingRows): SeriesRuns {
  const { count, series, seriesOf } = given;
  if (series.length > counts.length) counts = new Int32Array(2 * series.length);
  const seriesOfRun = new Int32Array(Math.min(count, series.length));
  let runCount = 0;
  for (let row = 0; row < count; row++) {
    const number = seriesOf[row] ?? -1;
    if (number < 0) continue;
    const before = counts[number] ?? 0;
    if (before === 0) seriesOfRun[runCount++] = number;
    counts[number] = before + 1;
  }
  // Position of the next row of a series.
  const ends = new Int32Array(runCount);
  let kept = 0;
  for (let run = 0; run < runCount; run++) {
    const number = seriesOfRun[run] ?? 0;
    const start = kept;
    kept += counts[number] ?? 0;
    counts[number] = start;
  }
  const rows = new Int32Array(kept);
  for (let row = 0; row < count; row++) {
    const number = seriesOf[row] ?? -1;
    if (number < 0) continue;
    const rank = counts[number] ?? 0;
    rows[rank] = row;
    counts[number] = rank + 1;
  }
  for (let run = 0; run < runCount; run++) {
    const number = seriesOfRun[run] ?? 0;
    ends[run] = counts[number] ?? 0;
    counts[number] = 0;
  }
  return { ...given, runCount, seriesOfRun, ends, rows };
}

export function runsOf(batches: readonly SeriesBatch[]): SeriesRuns {
  const count = sumBy(batches, ({ readings }) => readings.length);
  const [seconds, values] = [new Float64Array(count), new Float64Array(count)];
  const others = new Map<number, Reading>();
  const ends = new Int32Array(batches.length);
  let row = 0;
  for (const [run, { readings }] of batches.entries()) {
    for (const reading of readings) {
      seconds[row] = reading.epochS;
      if ("removed" in reading || reading.text !== undefined) others.set(row, reading);
      else values[row] = reading.value;
      row++;
    }
    ends[run] = row;
  }
  return {
    series: batches.map(({ seriesId, kind }) => ({ storedId: seriesId, kind })),
    runCount: batches.length,
    seriesOfRun: Int32Array.from(batches, (_, run) => run),
    ends,
    rows: Int32Array.from({ length: count }, (_, rank) => rank),
    seconds,
    values,
    others,
  };
}
