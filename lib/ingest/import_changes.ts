/** What an import changes in each series, and the falls of registers it brings. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import type { DeletedSeconds } from "@/lib/series/records.ts";
import type { RegisterJump } from "@/lib/timeseries/meter_event.ts";
import { mergeReadings, type Point, type SeriesBatch } from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { NO_RULE, type RegisterRule } from "@/lib/timeseries/register_rules.ts";
import {
  type Beside,
  readingsBeside,
  type SecondsRange,
  type SeriesReader,
} from "@/lib/timeseries/series_reader.ts";
import { type EncodedArrival, encodedArrivals } from "@/lib/timeseries/store/arrival_encoding.ts";
import type { LimitsOf } from "@/lib/timeseries/store/series_metadata.ts";
import type { FileError, LineOutcomes } from "./csv_file.ts";
import type {
  ImportedValues,
  PlannedReplacements,
  SeriesValues,
  ValueAt,
} from "./import_sorting.ts";
import { READINGS_MESSAGES } from "./import_text.ts";
import { registersFrom } from "./meter_rules.ts";
import {
  ERRORS_SHOWN,
  type FileContent,
  type OnConflict,
  type Stamp,
} from "./readings_file_options.ts";

/** Readings around those of a file, from which their register is judged. */
const NEAR_READINGS = 6;

/** Context for the readings of a part of a file. */
interface Surroundings {
  readonly rules: { readonly before: RegisterRule; readonly after: RegisterRule };
  /** Registers that other parts of the file import, in time order. */
  readonly beside: readonly Point[];
  readonly onConflict: OnConflict;
}

/** Finds the falls of one register that the readings of a file add. */
class ImportedFalls {
  readonly #before: Point[] = [];
  readonly #after: Point[] = [];
  /** Seconds of the readings of the file. */
  readonly #own = new Set<number>();
  #toS: number | null = null;

  constructor(
    private readonly reader: SeriesReader,
    private readonly storedId: string,
    private readonly around: Surroundings,
  ) {}

  /** Adds a part of the file, in time order, with the stored points of its range. */
  async add(
    stored: readonly Point[],
    readings: readonly Point[],
    { fromS, toS }: SecondsRange,
  ): Promise<void> {
    const known = this.#besideIn({ fromS, toS }, stored);
    if (this.#toS === null) this.#addStored(await this.#near({ atS: fromS, side: "before" }));
    else if (this.#toS < fromS) {
      this.#addStored(await this.#pointsIn({ fromS: this.#toS, toS: fromS }));
    }
    this.#add(known, mergeReadings(known, readings, "index"));
    for (const { epochS } of readings) this.#own.add(epochS);
    this.#toS = toS;
  }

  /**
   * @returns the new falls, in time order, without those to readings of other parts, which report them; and the readings
   * of the file that do not count
   */
  async end(): Promise<{ falls: RegisterJump[]; uncounted: Point[] }> {
    if (this.#toS === null) return { falls: [], uncounted: [] };
    this.#addStored(await this.#near({ atS: this.#toS, side: "after" }));
    const { rules, beside } = this.around;
    const nameOf = (jump: RegisterJump) =>
      [jump.beforeS, jump.epochS, jump.before, jump.value].join(" ");
    const known = new Set(judgeRegister(this.#before, rules.before).jumps.map(nameOf));
    const { jumps, verdicts } = judgeRegister(this.#after, rules.after);
    const elsewhere = new Set(beside.map(({ epochS }) => epochS));
    return {
      falls: jumps.filter((jump) => !known.has(nameOf(jump)) && !elsewhere.has(jump.epochS)),
      uncounted: this.#after.filter(({ epochS }, at) =>
        this.#own.has(epochS) && verdicts[at] !== "counted"
      ),
    };
  }

  #addStored(points: readonly Point[]): void {
    this.#add(points, points);
  }

  #add(before: readonly Point[], after: readonly Point[]): void {
    for (const point of before) this.#before.push(point);
    for (const point of after) this.#after.push(point);
  }

  async #pointsIn(range: SecondsRange): Promise<readonly Point[]> {
    return this.#besideIn(range, await this.reader.points(this.storedId, range));
  }

  /** The points of a range, with those of other parts of the file. */
  #besideIn({ fromS, toS }: SecondsRange, stored: readonly Point[]): readonly Point[] {
    const { beside, onConflict } = this.around;
    const near = beside.filter(({ epochS }) => epochS >= fromS && epochS < toS);
    if (near.length === 0) return stored;
    return onConflict === "keep"
      ? mergeReadings(near, stored, "index")
      : mergeReadings(stored, near, "index");
  }

  /** The known points nearest to a second. */
  async #near(beside: Beside): Promise<readonly Point[]> {
    const read = (range: SecondsRange) => this.#pointsIn(range);
    const points = await readingsBeside(read, beside, ({ length }) => length >= NEAR_READINGS);
    return beside.side === "after" ? points.slice(0, NEAR_READINGS) : points.slice(-NEAR_READINGS);
  }
}

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
  /** The readings to write, in order. */
  readonly arrivals: EncodedArrival[];
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
/** Readings encoded together: an import holds no object for each. */
const PIECE_COUNT = 20_000;

/** The readings to write, without unchanged or kept values. */
export async function changesOf(
  series: readonly SeriesValues[],
  reader: SeriesReader,
  wanted: ChangeOptions,
): Promise<Changes> {
  const counts = { readingCount: 0, expiringCount: 0, deletedCount: 0 };
  const changes: Changes = { arrivals: [], ...counts, falls: [], uncounted: [], repeated: [] };
  let [batches, count]: [SeriesBatch[], number] = [[], 0];
  const endPiece = () => {
    changes.arrivals.push(...encodedArrivals(batches));
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
    const sorted = values.byInstant(noteRepeated);
    for (const part of parts(await readingsOf({ named, sorted }, reader, wanted))) {
      const range = { fromS: part[0]?.epochS ?? 0, toS: (part.at(-1)?.epochS ?? 0) + 1 };
      const stored = await reader.points(seriesId, range);
      const gone = wanted.deleted.get(seriesId);
      const remaining = gone === undefined ? part : part.filter(({ epochS }) => !gone.has(epochS));
      changes.deletedCount += part.length - remaining.length;
      const readings = changedOf(remaining, stored, { changes, ...wanted });
      await falls?.add(stored, readings, range);
      if (readings.length > 0) batches.push({ seriesId, kind, readings });
      count += readings.length;
      if (count >= PIECE_COUNT) endPiece();
      await yieldToEventLoop();
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
    beside: [...beside.byInstant()],
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
  const consumptions = [...sorted];
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
