import { collectedInSlices, Slices } from "@/lib/backend/core/slices.ts";
import type { FileError } from "@/lib/backend/ingest/csv_file.ts";
import { runsOf, type SeriesRuns } from "@/lib/backend/kv/series/arrivals/runs.ts";
import type { LimitsOf } from "@/lib/backend/kv/series/meter_limits.ts";
import type { DeletedSeconds } from "@/lib/backend/records/deleted_readings.ts";
import { registersFrom } from "@/lib/domain/series/consumed_registers.ts";
import {
  ERRORS_SHOWN,
  type FileContent,
  type OnConflict,
  type Stamp,
} from "@/lib/domain/series/csv_content.ts";
import type { LineOutcomes } from "@/lib/domain/series/line_outcomes.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import { NO_RULE } from "@/lib/domain/series/registers/register_limits.ts";
import type { Point, RegisterJump, SeriesBatch } from "@/lib/domain/series/types.ts";
import { READINGS_MESSAGES } from "@/lib/text/series/imports.ts";
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
  readonly lines: LineOutcomes;
  /** Older readings are removed by the next purge. */
  readonly keptFromS: number;
  /** Instants of deleted readings, by series: those of the file are passed over. */
  readonly deleted: ReadonlyMap<string, DeletedSeconds>;
  readonly limitsOf: LimitsOf;
}

export interface Changes {
  /** Pieces of readings, in write order. */
  readonly pieces: SeriesRuns[];
  readingCount: number;
  expiringCount: number;
  /** Lines of an instant that a later line repeats. */
  readonly repeated: FileError[];
  deletedCount: number;
  readonly falls: { readonly title: string; readonly fall: RegisterJump }[];
  /** Readings of registers that do not count. */
  readonly uncounted: { readonly title: string; readonly reading: Point }[];
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
  const counts = { readingCount: 0, expiringCount: 0, deletedCount: 0 };
  const changes: Changes = { pieces: [], ...counts, falls: [], uncounted: [], repeated: [] };
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
    const noteRepeated = (earlier: ValueAt, later: ValueAt) => {
      if (changes.repeated.length >= ERRORS_SHOWN) return;
      const message = READINGS_MESSAGES.repeatedInstant(title, later.line);
      changes.repeated.push({ line: earlier.line, column: null, message });
    };
    const sorted = await values.byInstant(noteRepeated);
    for (const part of parts(await readingsOf({ named, sorted }, reader, wanted))) {
      const range = { fromS: part[0]?.epochS ?? 0, toS: (part.at(-1)?.epochS ?? 0) + 1 };
      const stored = await reader.points(seriesId, range);
      const gone = wanted.deleted.get(seriesId);
      const kept = gone === undefined ? part : part.filter(({ epochS }) => !gone.has(epochS));
      changes.deletedCount += part.length - kept.length;
      const readings = changedOf(kept, stored, { changes, ...wanted });
      await falls?.add(stored, readings, range);
      if (readings.length > 0) batches.push({ seriesId, kind, readings });
      count += readings.length;
      if (count >= PIECE_COUNT) endPiece();
      await slices.pause();
    }
    const found = await falls?.end();
    for (const fall of found?.falls ?? []) changes.falls.push({ title, fall });
    for (const reading of found?.uncounted ?? []) changes.uncounted.push({ title, reading });
  }
  endPiece();
  return changes;
}

async function importedFalls(
  { storedId, beside }: { storedId: string; beside: ImportedValues },
  reader: SeriesReader,
  { replacements, onConflict, limitsOf }: ChangeOptions,
): Promise<ImportedFalls> {
  // A register that was never read is judged by the settings of its series.
  const known = (await reader.registersOfMany([storedId])).get(storedId)?.rule;
  const rule = known ?? { ...NO_RULE, ...limitsOf(storedId) };
  const replaced = replacements.find(({ named }) => named.storedId === storedId);
  return new ImportedFalls(reader, storedId, {
    rules: { before: rule, after: { ...rule, events: replaced?.after ?? rule.events } },
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
  { changes, onConflict, lines, keptFromS }: ChangeOptions & { readonly changes: Changes },
): ValueAt[] {
  const readings: ValueAt[] = [];
  let at = 0;
  for (const reading of part) {
    while ((stored[at]?.epochS ?? Infinity) < reading.epochS) at++;
    const point = stored[at];
    const was = point?.epochS === reading.epochS ? point.value : undefined;
    if (was === reading.value) lines.note(reading.line, "unchanged");
    if (was !== undefined && (was === reading.value || onConflict === "keep")) continue;
    lines.note(reading.line, was === undefined ? "inserted" : "replaced");
    changes.readingCount++;
    if (reading.epochS < keptFromS) changes.expiringCount++;
    readings.push(reading);
  }
  return readings;
}

async function readingsOf(
  { named, sorted }: Pick<SeriesValues, "named"> & { readonly sorted: Iterable<ValueAt> },
  reader: SeriesReader,
  { content, stamp, timeZone }: ChangeOptions,
): Promise<Iterable<ValueAt>> {
  if (named.kind !== "index" || content !== "consumption") return sorted;
  const consumptions = await collectedInSlices(sorted);
  const [first] = registersFrom(consumptions, { stamp, timeZone, startValue: 0 });
  const toS = (first?.epochS ?? 0) + 1;
  const before = await reader.judged(named.storedId, { fromS: toS - LOOKED_BACK_S, toS });
  const counted = before.readings.findLast(({ verdict }) => verdict === "counted");
  const startValue = counted?.value ?? 0;
  return withLines(registersFrom(consumptions, { stamp, timeZone, startValue }), consumptions);
}

/** Registers with the lines of their consumptions: the first one is where these begin. */
function* withLines(
  registers: Iterable<Omit<ValueAt, "line">>,
  consumptions: readonly ValueAt[],
): Generator<ValueAt> {
  let at = -1;
  for (const register of registers) yield { ...register, line: consumptions[at++]?.line ?? 0 };
}
