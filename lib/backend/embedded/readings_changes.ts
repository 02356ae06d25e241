import { registersFrom } from "../../domain/series/consumed_registers.ts";
import type { FileContent, OnConflict, Stamp } from "../../domain/series/csv_content.ts";
import type { SeriesReader } from "../../domain/series/reader.ts";
import type { Point, SeriesBatch } from "../../domain/series/types.ts";
import { collectedInSlices, Slices, sortedInSlices } from "../slices.ts";
import type { SeriesValues } from "./readings_sorting.ts";

/** How values become readings. */
export interface Wanted {
  readonly content: FileContent;
  readonly stamp: Stamp;
  readonly onConflict: OnConflict;
  readonly timeZone: string;
}

/** What a file would write. */
export interface Changes {
  readonly batches: SeriesBatch[];
  insertedCount: number;
  replacedCount: number;
  ignoredCount: number;
}

/** A value of a file at its instant. */
interface ValueAt {
  readonly epochS: number;
  readonly value: number;
}

/** How far back the register a consumption starts from is looked for, s. */
const LOOKED_BACK_S = 400 * 86_400;
/** Readings compared at once with those stored, and the longest time they may span, s: a year of five-minute points. */
const COMPARED_COUNT = 10_000;
const COMPARED_S = 366 * 86_400;

/** What is to be written: values that are there already, or that are kept, are left out. */
export async function changesOf(
  series: readonly SeriesValues[],
  reader: SeriesReader,
  wanted: Wanted,
): Promise<Changes> {
  const changes: Changes = { batches: [], insertedCount: 0, replacedCount: 0, ignoredCount: 0 };
  const slices = new Slices();
  for (const { named, values } of series) {
    const coming = await readingsOf({ named, values }, reader, wanted);
    const readings: ValueAt[] = [];
    for (const part of parts(coming)) {
      const range = { fromS: part[0]?.epochS ?? 0, toS: (part.at(-1)?.epochS ?? 0) + 1 };
      const stored = await reader.points(named.storedId, range);
      addChanged(part, stored, { readings, changes, onConflict: wanted.onConflict });
      await slices.pause();
    }
    const { storedId: seriesId, kind } = named;
    if (readings.length > 0) changes.batches.push({ seriesId, kind, readings });
  }
  return changes;
}

/** Cuts sorted readings into runs whose stored points fit in memory; no run is empty. */
function* parts(readings: readonly ValueAt[]): Generator<readonly ValueAt[]> {
  for (let from = 0; from < readings.length;) {
    const endS = (readings[from]?.epochS ?? 0) + COMPARED_S;
    let to = Math.min(from + COMPARED_COUNT, readings.length);
    while ((readings[to - 1]?.epochS ?? 0) >= endS) to--;
    yield readings.slice(from, to);
    from = to;
  }
}

/** Adds those of a run that change something, beside the stored points of its range. */
function addChanged(
  part: readonly ValueAt[],
  stored: readonly Point[],
  { readings, changes, onConflict }: {
    readings: ValueAt[];
    changes: Changes;
    onConflict: OnConflict;
  },
): void {
  let at = 0;
  for (const reading of part) {
    while ((stored[at]?.epochS ?? Infinity) < reading.epochS) at++;
    const point = stored[at];
    const was = point?.epochS === reading.epochS ? point.value : undefined;
    if (was !== undefined && (was === reading.value || onConflict === "keep")) {
      changes.ignoredCount++;
      continue;
    }
    if (was === undefined) changes.insertedCount++;
    else changes.replacedCount++;
    readings.push(reading);
  }
}

async function readingsOf(
  { named, values }: Pick<SeriesValues, "named" | "values">,
  reader: SeriesReader,
  { content, stamp, timeZone }: Wanted,
): Promise<readonly ValueAt[]> {
  const sorted = await sortedValues(values);
  if (named.kind !== "index" || content !== "consumption") return sorted;
  const [first] = registersFrom(sorted, { stamp, timeZone, startValue: 0 });
  const toS = (first?.epochS ?? 0) + 1;
  const before = await reader.points(named.storedId, { fromS: toS - LOOKED_BACK_S, toS });
  const startValue = before.at(-1)?.value ?? 0;
  return await collectedInSlices(registersFrom(sorted, { stamp, timeZone, startValue }));
}

/** The values by instant. */
async function sortedValues(values: ReadonlyMap<number, number>): Promise<readonly ValueAt[]> {
  const slices = new Slices();
  const list: ValueAt[] = [];
  let isSorted = true;
  for (const [epochS, value] of values) {
    isSorted &&= (list.at(-1)?.epochS ?? -Infinity) < epochS;
    list.push({ epochS, value });
    if (slices.isOver()) await slices.pause();
  }
  return isSorted ? list : await sortedInSlices(list, (a, b) => a.epochS - b.epochS);
}
