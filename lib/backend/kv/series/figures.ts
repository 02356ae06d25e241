import { daysInMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { Figures } from "@/lib/domain/series/figures.ts";
import { DATA_KINDS, type DataKind } from "@/lib/domain/series/types.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";

/** Figures of consecutive days or months, stored as one value. */
export interface Rollup {
  readonly kind: DataKind;
  /** One per day or month; null when unknown. */
  readonly figures: readonly (Figures | null)[];
}

/** Key and index of a civil day: half a month per key, so that no value exceeds 950 bytes. */
export interface DayPlace {
  readonly year: number;
  /** 0 for January. */
  readonly month: number;
  readonly halfMonth: number;
  readonly at: number;
}

/** Number of days in the first half of every month. */
const FIRST_HALF = 15;
export const HALVES_PER_YEAR = 24;

export function placeOf(day: number): DayPlace {
  const date = new Date(day * 86_400_000);
  const [year, month, rank] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - 1];
  const second = rank >= FIRST_HALF;
  const halfMonth = year * HALVES_PER_YEAR + month * 2 + (second ? 1 : 0);
  return { year, month, halfMonth, at: second ? rank - FIRST_HALF : rank };
}

/** The day of a place in a half-month, as days since 1970. */
export function dayOf(halfMonth: number, at: number): number {
  const month = Math.floor(halfMonth / 2);
  const first = Date.UTC(Math.floor(month / 12), month % 12, 1) / 86_400_000;
  return first + (halfMonth % 2 === 0 ? 0 : FIRST_HALF) + at;
}

export function daysOfHalf(halfMonth: number): number {
  if (halfMonth % 2 === 0) return FIRST_HALF;
  const year = Math.floor(halfMonth / HALVES_PER_YEAR);
  const month = Math.floor((halfMonth % HALVES_PER_YEAR) / 2);
  return daysInMonth(year, month + 1) - FIRST_HALF;
}

/** The figures of consecutive days, from their half-months. */
export function figuresOfDays(
  halves: ReadonlyMap<number, Rollup>,
  { first, end }: { readonly first: number; readonly end: number },
): readonly (Figures | null)[] {
  let { halfMonth, at } = placeOf(first);
  return Array.from({ length: end - first }, () => {
    const figures = halves.get(halfMonth)?.figures[at] ?? null;
    if (++at === daysOfHalf(halfMonth)) [halfMonth, at] = [halfMonth + 1, 0];
    return figures;
  });
}

/** Figures as bytes, preceded by a CRC. */
export function encodeRollup(rollup: Rollup): Uint8Array {
  const writer = new ByteWriter();
  writeRollup(writer, rollup);
  return writer.sealed();
}

/** Decodes stored figures. @throws DamagedValue when they are damaged */
export function decodeRollup(bytes: unknown): Rollup {
  return readRollup(new ByteReader(bytes));
}

export function writeRollup(writer: ByteWriter, { kind, figures }: Rollup): void {
  writer.byte(DATA_KINDS.indexOf(kind));
  writer.count(figures.length);
  for (const figure of figures) writeFigures(writer, figure);
}

export function readRollup(reader: ByteReader): Rollup {
  const kind = DATA_KINDS[reader.byte()] ?? "state";
  const figures = Array.from({ length: reader.count() }, () => readFigures(reader));
  return { kind, figures };
}

const KNOWN = 1;
const DRAWN_AT_START = 2;
const DRAWN_AT_END = 4;
const HAS_LAST = 8;
const HAS_BOUNDS = 16;
const IS_DOUBTFUL = 32;

function writeFigures(writer: ByteWriter, figures: Figures | null): void {
  if (figures === null) return writer.byte(0);
  const hasBounds = figures.min !== 0 || figures.max !== 0;
  writer.byte(
    KNOWN + (figures.drawnAtStart ? DRAWN_AT_START : 0) + (figures.drawnAtEnd ? DRAWN_AT_END : 0) +
      (figures.last === null ? 0 : HAS_LAST) + (hasBounds ? HAS_BOUNDS : 0) +
      (figures.isDoubtful ? IS_DOUBTFUL : 0),
  );
  writer.decimal(figures.millionths / 1e6);
  writer.count(figures.count);
  writer.count(figures.coveredS);
  if (figures.last !== null) writer.decimal(figures.last);
  if (!hasBounds) return;
  writer.decimal(figures.min);
  writer.decimal(figures.max);
}

function readFigures(reader: ByteReader): Figures | null {
  const flags = reader.byte();
  if (flags === 0) return null;
  const millionths = Math.round(reader.decimal() * 1e6);
  const count = reader.count();
  const coveredS = reader.count();
  const last = (flags & HAS_LAST) === 0 ? null : reader.decimal();
  const hasBounds = (flags & HAS_BOUNDS) !== 0;
  return {
    millionths,
    count,
    coveredS,
    last,
    min: hasBounds ? reader.decimal() : 0,
    max: hasBounds ? reader.decimal() : 0,
    drawnAtStart: (flags & DRAWN_AT_START) !== 0,
    drawnAtEnd: (flags & DRAWN_AT_END) !== 0,
    ...(flags & IS_DOUBTFUL) !== 0 && { isDoubtful: true },
  };
}
