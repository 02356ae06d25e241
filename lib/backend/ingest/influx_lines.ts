import { type SourceReading, VALUE_FIELD } from "../../domain/series/sources.ts";
import { LineScanner, type ScannedLine } from "./line_scanner.ts";
import type { TextWindow } from "./text_windows.ts";

/** Units a timestamp may be in, InfluxDB 2 and 1. */
const PRECISIONS = ["ns", "n", "us", "u", "ms", "s", "m", "h"] as const;
export type Precision = typeof PRECISIONS[number];

/** A line that could not be read, and why. */
export interface BadLine {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** What a body of lines holds. */
export interface ParsedLines {
  readonly readings: readonly SourceReading[];
  /** At most {@link BAD_LINES_NAMED} of them. */
  readonly bad: readonly BadLine[];
  /** How many lines were bad, those not named included. */
  readonly badCount: number;
}

/** What stands for bytes that are not UTF-8. */
const UNREADABLE = "\ufffd";

/** Bad lines named one by one; beyond, they are counted. */
export const BAD_LINES_NAMED = 1000;

/** Whether a text names a unit of timestamps. */
export function isPrecision(text: string): text is Precision {
  return PRECISIONS.some((precision) => precision === text);
}

/**
 * Reads InfluxDB line protocol: the good lines, and the bad ones by number.
 *
 * `measurement[,tag=value…] field=value[,field=value…] [timestamp]`, comments and empty lines
 * skipped, CRLF accepted. When a line has a field "value", its texts describe it and are left out.
 *
 * @param nowS time of the lines that give none, seconds since 1970
 */
export function parseLines(text: string, precision: Precision, nowS: number): ParsedLines {
  const reader = new LinesReader(precision, nowS);
  reader.add({ text, isLossy: false, isLast: true });
  reader.read(Infinity);
  return reader;
}

/** Reads a body of lines a few at a time and piece by piece, as {@link parseLines} reads it whole. */
export class LinesReader implements ParsedLines {
  readings: SourceReading[] = [];
  readonly bad: BadLine[] = [];
  badCount = 0;
  readonly #scanner: LineScanner = new LineScanner("", false);
  #isLossy = false;

  /** @param nowS time of the lines that give none, seconds since 1970 */
  constructor(readonly precision: Precision, readonly nowS: number) {}

  /** Adds the next piece of the text, once the one before is read. */
  add({ text, isLossy, isLast }: TextWindow): void {
    this.#scanner.add(text, isLast);
    this.#isLossy ||= isLossy;
  }

  /** Reads lines until they make so many readings more. @returns whether the text added so far holds others */
  read(readingCount: number): boolean {
    const end = this.readings.length + this.badCount + readingCount;
    while (this.readings.length + this.badCount < end) {
      if (!this.#scanner.nextLine()) return false;
      this.#readLine();
    }
    return true;
  }

  /** The readings read so far, which are then forgotten. */
  take(): readonly SourceReading[] {
    const taken = this.readings;
    this.readings = [];
    return taken;
  }

  #readLine(): void {
    const { line } = this.#scanner;
    try {
      const scanned = this.#scanner.read(DECIMALS[this.precision]);
      if (this.#isLossy && this.#scanner.lineText.includes(UNREADABLE)) {
        throw new SyntaxError("not UTF-8 text: send it in UTF-8");
      }
      pushReadings(this.readings, scanned, {
        line,
        precision: this.precision,
        nowS: this.nowS,
      });
    } catch (fault) {
      if (!(fault instanceof SyntaxError)) throw fault;
      this.#scanner.skipLine();
      if (this.badCount++ < BAD_LINES_NAMED) this.bad.push({ line, message: fault.message });
    }
  }
}

function pushReadings(
  readings: SourceReading[],
  { device, fields, time }: ScannedLine,
  { line, precision, nowS }: { line: number; precision: Precision; nowS: number },
): void {
  const epochS = time === null ? nowS : time * (SECONDS[precision] ?? 1);
  const isDescribed = fields.length > 1 && fields.some(({ field }) => field === VALUE_FIELD);
  for (const { field, value } of fields) {
    if (isDescribed && typeof value === "string" && field !== VALUE_FIELD) continue;
    readings.push({ line, device, field, value, epochS });
  }
}

/** Digits of a timestamp after its seconds, or seconds in its unit. */
const DECIMALS: Readonly<Record<Precision, number>> = {
  ns: 9,
  n: 9,
  us: 6,
  u: 6,
  ms: 3,
  s: 0,
  m: 0,
  h: 0,
};
const SECONDS: Readonly<Partial<Record<Precision, number>>> = { m: 60, h: 3600 };
