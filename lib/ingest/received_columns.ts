/** Readings of a body in columns, while they are parsed and sorted. @module */

import { copiedInto } from "@/lib/base/bytes.ts";
import { type SourceReading, UNIT_FIELDS } from "@/lib/timeseries/source_names.ts";
import { Sources } from "./source_table.ts";

const FIRST_ROWS = 64;
/** Maximum number of reused arrays: a body needs half a megabyte of them, which only a major collection would free. */
const MOST_SPARE = 4;
/** Maximum rows of the reused arrays. */
const MOST_SPARE_ROWS = 42_000;

type Arrays = Pick<ReadingColumns, "lines" | "sourceOf" | "seconds" | "values">;

const spare: Arrays[] = [];

function arraysOf(rows: number): Arrays {
  const last = rows > FIRST_ROWS ? spare.pop() : undefined;
  if (last !== undefined && last.lines.length >= rows) return last;
  return {
    lines: new Int32Array(rows),
    sourceOf: new Int32Array(rows),
    seconds: new Float64Array(rows),
    values: new Float64Array(rows),
  };
}

/** Readings as they were sent, one row each: a tick of ten thousand is four arrays and no objects. */
export class ReadingColumns {
  /** Number of rows. */
  count = 0;
  /** Line of the body, from 1. */
  lines: Int32Array<ArrayBuffer>;
  /** Number of the source among {@link sources}. */
  sourceOf: Int32Array<ArrayBuffer>;
  /** Seconds since 1970; the time of arrival when the sender sent none. */
  seconds: Float64Array<ArrayBuffer>;
  /** In the unit of the sender; true as 1, a text as 0. */
  values: Float64Array<ArrayBuffer>;
  /** Values by row that are not numbers. */
  readonly words: Map<number, string | boolean> = new Map();

  /** @param expectedRows approximate number of rows to add */
  constructor(readonly sources: Sources, expectedRows: number = 0) {
    const arrays = arraysOf(Math.max(FIRST_ROWS, expectedRows));
    this.lines = arrays.lines;
    this.sourceOf = arrays.sourceOf;
    this.seconds = arrays.seconds;
    this.values = arrays.values;
  }

  /** Releases the arrays for reuse: these columns are empty afterwards. */
  release(): void {
    const { lines, sourceOf, seconds, values } = this;
    const isKept = spare.length < MOST_SPARE && lines.length > FIRST_ROWS &&
      lines.length <= MOST_SPARE_ROWS;
    if (isKept) spare.push({ lines, sourceOf, seconds, values });
    this.cutTo(0);
    this.lines = this.sourceOf = new Int32Array();
    this.seconds = this.values = new Float64Array();
  }

  add(line: number, source: number, epochS: number, value: SourceReading["value"]): void {
    if (this.count === this.lines.length) this.#grow();
    const row = this.count++;
    this.lines[row] = line;
    this.sourceOf[row] = source;
    this.seconds[row] = epochS;
    if (typeof value === "number") this.values[row] = value;
    else this.#setWord(row, value);
  }

  set(row: number, value: SourceReading["value"]): void {
    this.words.delete(row);
    if (typeof value === "number") this.values[row] = value;
    else this.#setWord(row, value);
  }

  #setWord(row: number, word: string | boolean): void {
    this.values[row] = word === true ? 1 : 0;
    this.words.set(row, word);
  }

  value(row: number): SourceReading["value"] {
    return this.words.get(row) ?? this.values[row] ?? 0;
  }

  cutTo(count: number): void {
    if (this.words.size > 0) {
      for (let row = count; row < this.count; row++) this.words.delete(row);
    }
    this.count = count;
  }

  /**
   * When a row from `first` on is of a field, removes the texts of the other fields of these rows, once the one that is the
   * unit of the field is noted.
   */
  leaveOutTexts(first: number, field: string): void {
    this.#noteUnit(first, field);
    const isOf = (row: number) => this.sources.get(this.sourceOf[row] ?? -1).field === field;
    let stored = first;
    while (stored < this.count && !isOf(stored)) stored++;
    if (stored === this.count) return;
    stored = first;
    for (let row = first; row < this.count; row++) {
      if (typeof this.words.get(row) !== "string" || isOf(row)) this.#move(row, stored++);
    }
    this.cutTo(stored);
  }

  #noteUnit(first: number, field: string): void {
    for (let row = first; row < this.count; row++) {
      const unit = this.words.get(row);
      const isUnit = typeof unit === "string" &&
        UNIT_FIELDS.includes(this.sources.get(this.sourceOf[row] ?? -1).field);
      if (!isUnit) continue;
      for (let other = first; other < this.count; other++) {
        const source = this.sourceOf[other] ?? -1;
        if (this.sources.get(source).field === field) this.sources.setUnit(source, unit);
      }
    }
  }

  #move(from: number, to: number): void {
    if (from === to) return;
    this.lines[to] = this.lines[from] ?? 0;
    this.sourceOf[to] = this.sourceOf[from] ?? -1;
    this.seconds[to] = this.seconds[from] ?? 0;
    this.values[to] = this.values[from] ?? 0;
    const word = this.words.get(from);
    if (word === undefined) this.words.delete(to);
    else this.words.set(to, word);
  }

  reading(row: number): SourceReading {
    const { device, field, unit } = this.sources.get(this.sourceOf[row] ?? -1);
    return {
      device,
      field,
      ...unit !== "" && { unit },
      line: this.lines[row] ?? 0,
      value: this.value(row),
      epochS: this.seconds[row] ?? 0,
    };
  }

  #grow(): void {
    const length = Math.max(FIRST_ROWS, 2 * this.lines.length);
    this.lines = copiedInto(new Int32Array(length), this.lines);
    this.sourceOf = copiedInto(new Int32Array(length), this.sourceOf);
    this.seconds = copiedInto(new Float64Array(length), this.seconds);
    this.values = copiedInto(new Float64Array(length), this.values);
  }
}

/** Converts readings to columns; readings of one device share its object. */
export function columnsOf(readings: readonly SourceReading[]): ReadingColumns {
  const columns = new ReadingColumns(new Sources(), readings.length);
  const known = new Map<SourceReading["device"], Map<string, number>>();
  for (const { line, device, field, value, epochS } of readings) {
    const fields = known.get(device) ?? new Map<string, number>();
    known.set(device, fields);
    const source = fields.get(field) ?? columns.sources.add(device, field);
    fields.set(field, source);
    columns.add(line, source, epochS, value);
  }
  return columns;
}
