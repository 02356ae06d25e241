import { type DecimalMark, FALLS_SHOWN } from "./csv_content.ts";
import type { ReadingsImport } from "./types.ts";

/** Characters, about, of the lines of other parts on each side of a part's own: registers are judged beside them. */
const EDGE = 50_000;

/** A part of a file, readable alone: the heading, then some lines, those of other parts around its own. */
export interface FilePart {
  readonly text: string;
  /** Lines of the file before the first one of the text, the heading apart. */
  readonly linesBefore: number;
  /** Lines of the text that are the part's own, after so many of the part before. */
  readonly own: { readonly before: number; readonly count: number };
  /** Position of its end in the file, 0 to 1. */
  readonly share: number;
}

/**
 * Cuts a file into pieces of about so many characters, between lines, each with the heading.
 *
 * @param size characters, over 0
 * @param edge characters, about, of the lines of other parts on each side of its own
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

/** A cell that is a number with a comma. */
const COMMA_NUMBER = /(?:^|[;\t])[ "]*[+-]?\d[\d \u00A0\u202F]*,\d+[ "]*(?=[;\t\r\n]|$)/m;

/**
 * The decimal mark that all parts of a file are read with, although one of them may not show it: without a comma, the
 * point of « 1.234 » would be one.
 *
 * @spec imports.csv-detection
 * @returns undefined when each part may detect it
 */
export function decimalOfParts(text: string): DecimalMark | undefined {
  return COMMA_NUMBER.test(text) ? "," : undefined;
}

/** Says in a call which lines of a part are its own. */
export function ownQuery({ own: { before, count } }: FilePart) {
  return { linesBefore: String(before), lines: String(count) };
}

/** The end of the line that holds the character before a position. */
function lineEnd(text: string, at: number): number {
  const near = text.indexOf("\n", Math.min(at, text.length) - 1);
  return near === -1 ? text.length : near + 1;
}

/** Lines of a text, the last one with its end or without it. */
function linesIn(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** The heading with the empty lines above it; "" without a line after them. Looks at each character once. */
function headingOf(text: string): string {
  const from = text.search(/\S/);
  return from === -1 ? "" : text.slice(0, text.indexOf("\n", from) + 1);
}

/** Errors an import names, those of all its pieces together. */
const ERRORS_SHOWN = 100;

/** Total of the results of a file's parts. @param before of the pieces already imported; null when there is none */
export function withPart(
  before: ReadingsImport | null,
  part: ReadingsImport,
  linesBefore: number,
): ReadingsImport {
  const errors = part.errors.map((error) => ({ ...error, line: error.line + linesBefore }));
  if (before === null) return { ...part, errors };
  return {
    format: before.format,
    lineCount: before.lineCount + part.lineCount,
    insertedCount: before.insertedCount + part.insertedCount,
    replacedCount: before.replacedCount + part.replacedCount,
    ignoredCount: before.ignoredCount + part.ignoredCount,
    meterEventCount: before.meterEventCount + part.meterEventCount,
    fallCount: before.fallCount + part.fallCount,
    falls: [...before.falls, ...part.falls].slice(0, FALLS_SHOWN),
    isFiled: before.isFiled && part.isFiled,
    errors: [...before.errors, ...errors].slice(0, ERRORS_SHOWN),
  };
}
