import { type DecimalMark, ERRORS_SHOWN, FALLS_SHOWN } from "./csv_content.ts";
import type { ReadingsImport } from "./types.ts";

/** Approximate characters of context on each side of a part: registers are judged against their neighbours. */
const EDGE = 50_000;

/** A part of a file, readable alone: the heading, its own lines, and some lines of context around them. */
interface FilePart {
  readonly text: string;
  /** Lines of the file before the first line of the text, without the heading. */
  readonly linesBefore: number;
  /** Position of the part's own lines in the text: number of lines before them, and their count. */
  readonly own: { readonly before: number; readonly count: number };
  /** Position of its end in the file, 0 to 1. */
  readonly share: number;
}

/**
 * Cuts a file between lines into parts of about `size` characters, each with the heading.
 *
 * @param size characters, over 0
 * @param edge approximate characters of context on each side of a part
 */
export function* fileParts(text: string, size: number, edge = EDGE): Generator<FilePart> {
  const head = headingOf(text);
  if (head === "") {
    return yield { text, linesBefore: 0, own: { before: 0, count: linesIn(text) }, share: 1 };
  }
  let linesBefore = 0;
  for (let from = head.length; from < text.length;) {
    const to = lineEnd(text, from + size);
    const begin = Math.max(head.length, text.lastIndexOf("\n", from - 1 - edge) + 1);
    const before = linesIn(text.slice(begin, from));
    const count = linesIn(text.slice(from, to));
    const end = to < text.length ? lineEnd(text, to + edge) : to;
    yield {
      text: head + text.slice(begin, end),
      linesBefore: linesBefore - before,
      own: { before, count },
      share: to / text.length,
    };
    linesBefore += count;
    from = to;
  }
}

/** A cell with a comma decimal number. */
const COMMA_NUMBER = /(?:^|[;\t])[ "]*[+-]?\d[\d \u00A0\u202F]*,\d+[ "]*(?=[;\t\r\n]|$)/m;

/**
 * The decimal mark of all parts of a file, although a part may not show it: in a part without a comma, the thousands
 * point of « 1.234 » would be read as a decimal point.
 *
 * @spec imports.csv-detection
 * @returns undefined when each part may detect it
 */
export function decimalOfParts(text: string): DecimalMark | undefined {
  return COMMA_NUMBER.test(text) ? "," : undefined;
}

/** Query parameters that identify the part's own lines. */
export function ownQuery({ own: { before, count } }: FilePart) {
  return { linesBefore: String(before), lines: String(count) };
}

/** The end of the line that contains the character before a position. */
function lineEnd(text: string, at: number): number {
  const near = text.indexOf("\n", Math.min(at, text.length) - 1);
  return near === -1 ? text.length : near + 1;
}

/** Number of lines of a text, whether or not the last line is terminated. */
function linesIn(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** The heading, with the empty lines above it; "" when no line follows. Scans each character once. */
function headingOf(text: string): string {
  const from = text.search(/\S/);
  return from === -1 ? "" : text.slice(0, text.indexOf("\n", from) + 1);
}

/** Adds the results of a file's part. @param before total of the parts already imported; null when there is none */
export function withPart(
  before: ReadingsImport | null,
  part: ReadingsImport,
  linesBefore: number,
): ReadingsImport {
  const errors = part.errors.map((error) => ({ ...error, line: error.line + linesBefore }));
  const repeatedHourLines = part.repeatedHourLines.map((line) => line + linesBefore);
  if (before === null) return { ...part, repeatedHourLines, errors };
  return {
    format: before.format,
    lineCount: before.lineCount + part.lineCount,
    insertedCount: before.insertedCount + part.insertedCount,
    replacedCount: before.replacedCount + part.replacedCount,
    unchangedCount: before.unchangedCount + part.unchangedCount,
    ignoredCount: before.ignoredCount + part.ignoredCount,
    refusedCount: before.refusedCount + part.refusedCount,
    readingCount: before.readingCount + part.readingCount,
    repeatedHourCount: before.repeatedHourCount + part.repeatedHourCount,
    repeatedHourLines: [...before.repeatedHourLines, ...repeatedHourLines].slice(0, ERRORS_SHOWN),
    expiring: expiringOf(before.expiring, part.expiring),
    deletedCount: before.deletedCount + part.deletedCount,
    meterEventCount: before.meterEventCount + part.meterEventCount,
    fallCount: before.fallCount + part.fallCount,
    falls: [...before.falls, ...part.falls].slice(0, FALLS_SHOWN),
    uncountedCount: before.uncountedCount + part.uncountedCount,
    uncounted: [...before.uncounted, ...part.uncounted].slice(0, FALLS_SHOWN),
    conversions: [
      ...before.conversions,
      ...part.conversions.filter(({ series, from }) =>
        !before.conversions.some((one) => one.series === series && one.from === from)
      ),
    ],
    isFiled: before.isFiled && part.isFiled,
    errors: [...before.errors, ...errors].slice(0, ERRORS_SHOWN),
  };
}

function expiringOf(
  before: ReadingsImport["expiring"],
  part: ReadingsImport["expiring"],
): ReadingsImport["expiring"] {
  if (before === null || part === null) return before ?? part;
  return { ...part, readingCount: before.readingCount + part.readingCount };
}
