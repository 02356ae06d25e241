import { FALLS_SHOWN } from "./csv_content.ts";
import type { ReadingsImport } from "./types.ts";

/** A part of a file, readable alone: the heading, then some lines. */
export interface FilePart {
  readonly text: string;
  /** Lines of the file before the first one of the piece, the heading apart. */
  readonly linesBefore: number;
  /** Position of its end in the file, 0 to 1. */
  readonly share: number;
}

/**
 * Cuts a file into pieces of about so many characters, between lines, each with the heading.
 *
 * @param size characters, over 0
 */
export function* fileParts(text: string, size: number): Generator<FilePart> {
  const head = headingOf(text);
  if (head === "") return yield { text, linesBefore: 0, share: 1 };
  let linesBefore = 0;
  for (let from = head.length; from < text.length;) {
    const near = text.indexOf("\n", Math.min(from + size, text.length) - 1);
    const to = near === -1 ? text.length : near + 1;
    const lines = text.slice(from, to);
    yield { text: head + lines, linesBefore, share: to / text.length };
    linesBefore += lines.split("\n").length - 1;
    from = to;
  }
}

/** The heading with the empty lines above it; "" without a line after them. Looks at each character once. */
function headingOf(text: string): string {
  const from = text.search(/\S/);
  return from === -1 ? "" : text.slice(0, text.indexOf("\n", from) + 1);
}

/** Errors an import names, those of all its pieces together. */
const ERRORS_SHOWN = 100;

/**
 * Total of the results of a file's parts.
 *
 * @param before of the pieces already imported; null when there is none
 */
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
