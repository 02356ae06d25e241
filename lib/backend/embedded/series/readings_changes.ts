import { collectedInSlices, Slices } from "@/lib/backend/core/slices.ts";
import { runsOf, type SeriesRuns } from "@/lib/backend/kv/series/arrivals/runs.ts";
import { registersFrom } from "@/lib/domain/series/consumed_registers.ts";
import type { FileContent, OnConflict, Stamp } from "@/lib/domain/series/csv_content.ts";
import { eventsOf, type SeriesReader } from "@/lib/domain/series/reader.ts";
import type { Point, RegisterFall, SeriesBatch } from "@/lib/domain/series/types.ts";
import { ImportedFalls } from "./imported_falls.ts";
import type { PlannedReplacements } from "./imported_replacements.ts";
import type { ImportedValues, ValueAt } from "./imported_values.ts";
import type { SeriesValues } from "./readings_sorting.ts";

interface ChangeOptions {
  readonly content: FileContent;
  readonly stamp: Stamp;
  readonly onConflict: OnConflict;
  readonly timeZone: string;
  readonly replacements: readonly PlannedReplacements[];
}

export interface Changes {
  /** Pieces of readings, in write order. */
  readonly pieces: SeriesRuns[];
  insertedCount: number;
  replacedCount: number;
  ignoredCount: number;
  readonly falls: { readonly title: string; readonly fall: RegisterFall }[];
}

/** How far back the register that starts a consumption is searched, s. */
const LOOKED_BACK_S = 400 * 86_400;
/** Readings compared together with the stored ones, and their longest span, s: a year of hourly points. */
const COMPARED_COUNT = 5_000;
const COMPARED_S = 366 * 86_400;
/** Readings of a piece, in columns: an import needs no object for each. */
const PIECE_COUNT = 20_000;

/** The readings to write, without unchanged or kept values. */
export async function changesOf(
  series: readonly SeriesValues[],
  reader: SeriesReader,
  wanted: ChangeOptions,
): Promise<Changes> {
  const counts = { insertedCount: 0, replacedCount: 0, ignoredCount: 0 };
  const changes: Changes = { pieces: [], ...counts, falls: [] };
  const slices = new Slices();
  let [batches, count]: [SeriesBatch[], number] = [[], 0];
  const endPiece = () => {
    if (count > 0) changes.pieces.push(runsOf(batches));
    [batches, count] = [[], 0];
  };
  for (const { named, values, beside } of series) {
    const { storedId: seriesId, kind, title } = named;
    const falls = kind === "index"
      ? await importedFalls({ storedId: seriesId, beside }, reader, wanted)
      : null;
    for (const part of parts(await readingsOf({ named, values }, reader, wanted))) {
      const range = { fromS: part[0]?.epochS ?? 0, toS: (part.at(-1)?.epochS ?? 0) + 1 };
      const stored = await reader.points(seriesId, range);
      const readings = changedOf(part, stored, { changes, onConflict: wanted.onConflict });
      await falls?.add(stored, readings, range);
      if (readings.length > 0) batches.push({ seriesId, kind, readings });
      count += readings.length;
      if (count >= PIECE_COUNT) endPiece();
      await slices.pause();
    }
    for (const fall of await falls?.end() ?? []) changes.falls.push({ title, fall });
  }
  endPiece();
  return changes;
}

async function importedFalls(
  { storedId, beside }: { storedId: string; beside: ImportedValues },
  reader: SeriesReader,
  { replacements, onConflict }: ChangeOptions,
): Promise<ImportedFalls> {
  const before = await eventsOf(reader, storedId);
  const replaced = replacements.find(({ named }) => named.storedId === storedId);
  return new ImportedFalls(reader, storedId, {
    events: { before, after: replaced?.after ?? before },
    beside: [...await beside.byInstant()],
    onConflict,
  });
}

/** Splits sorted readings into parts whose stored points fit in memory; no part is empty. */
function* parts(readings: Iterable<ValueAt>): Generator<readonly ValueAt[]> {
  let part: ValueAt[] = [];
  for (const reading of readings) {
    const isFull = part.length === COMPARED_COUNT ||
      reading.epochS - (part[0] ?? reading).epochS >= COMPARED_S;
    if (isFull) {
      yield part;
      part = [];
    }
    part.push(reading);
  }
  if (part.length > 0) yield part;
}

/** The readings of a part that change the stored points of its range. */
function changedOf(
  part: readonly ValueAt[],
  stored: readonly Point[],
  { changes, onConflict }: { changes: Changes; onConflict: OnConflict },
): ValueAt[] {
  const readings: ValueAt[] = [];
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
  return readings;
}

async function readingsOf(
  { named, values }: Pick<SeriesValues, "named" | "values">,
  reader: SeriesReader,
  { content, stamp, timeZone }: ChangeOptions,
): Promise<Iterable<ValueAt>> {
  const sorted = await values.byInstant();
  if (named.kind !== "index" || content !== "consumption") return sorted;
  const consumptions = await collectedInSlices(sorted);
  const [first] = registersFrom(consumptions, { stamp, timeZone, startValue: 0 });
  const toS = (first?.epochS ?? 0) + 1;
  const before = await reader.points(named.storedId, { fromS: toS - LOOKED_BACK_S, toS });
  const startValue = before.at(-1)?.value ?? 0;
  return registersFrom(consumptions, { stamp, timeZone, startValue });
}
