/** Reads the rows of a CSV file within limits, with their line numbers. @module */

import { CsvError, type Options, parse, type Parser } from "csv-parse";
import { CallError, type FileLimit } from "@/lib/base/errors.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { LINE_MAX, type Separator } from "./csv_headings.ts";

/** Position where a CSV file cannot be split into lines. */
interface CsvFault {
  readonly line: number;
}

/** A line of a file, with its number. */
export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvCut {
  readonly delimiter: Separator | readonly Separator[];
  /** Maximum number of non-empty lines, heading included. */
  readonly maxLines: number;
  /** Line of the first row read, from 1; the first line when omitted. */
  readonly fromLine?: number;
}

/** Maximum number of cells of a line: enough for one column per day of a year. */
const MOST_COLUMNS = 500;
/** Maximum length of a cell, characters: longer than any field, name or remark. */
const CELL_MAX = 10_000;
/** Characters parsed without a pause: a thousand values on wide lines, about three milliseconds of work. */
const PIECE = 4_096;

/**
 * Reads the non-empty lines of a text one by one, and yields to the event loop.
 *
 * @param take may throw {@link CallError} to stop
 * @returns the position where the text is unreadable; null when it was read whole
 * @throws CallError when the file is beyond a limit
 */
export async function readCsv(
  text: string,
  cut: CsvCut,
  take: (row: CsvRow) => void,
): Promise<CsvFault | null> {
  const parser = parserOf(text, cut, take);
  let unread = 0;
  try {
    for (const piece of pieces(text)) {
      const known = progressOf(parser);
      await writePiece(parser, piece);
      unread = progressOf(parser) === known ? unread + piece.length : 0;
      if (unread > LINE_MAX) throw new CallError("line-too-long");
      await yieldToEventLoop();
    }
    await writePiece(parser, null);
    return null;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE") throw new CallError("line-too-long");
    return { line: typeof error.lines === "number" ? error.lines : 1 };
  } finally {
    parser.destroy();
  }
}

function parserOf(
  text: string,
  { delimiter, maxLines, fromLine = 1 }: CsvCut,
  take: (row: CsvRow) => void,
): Parser {
  let count = 0;
  const options: Options<string[]> = {
    delimiter: [delimiter].flat(),
    // Detected by the parser, the delimiter would cost three buffers per character of the heading.
    record_delimiter: text.includes("\n") ? "\n" : "\r",
    bom: true,
    // The lengths of the others are compared with that of the first row: a preamble's would make an error of each.
    from_line: fromLine,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LINE_MAX,
    on_record: (cells, { lines: line }) => {
      if (++count > maxLines) throw new CallError("too-many-lines");
      const limit = limitOf(cells);
      if (limit !== null) throw new CallError(limit);
      take({ line, cells });
      // Returning null emits nothing: no line waits in memory.
      return null;
    },
  };
  const parser = parse(options);
  // Errors are passed to the callback of each piece.
  parser.on("error", () => {});
  return parser;
}

function limitOf(cells: readonly string[]): FileLimit | null {
  if (cells.length > MOST_COLUMNS) return "too-many-columns";
  return cells.some(({ length }) => length > CELL_MAX) ? "line-too-long" : null;
}

/** Number of lines parsed, empty ones included. */
function progressOf({ info }: Parser): number {
  return info.records + info.empty_lines;
}

/** Pieces of a text with one-character line ends: inside quotes, the parser would count two characters as two lines. */
function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + PIECE, text.length);
    if (text[to - 1] === "\r" || isFirstHalf(text.charCodeAt(to - 1))) {
      to = Math.min(to + 1, text.length);
    }
    yield text.slice(from, to).replaceAll("\r\n", "\n");
    from = to;
  }
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Sends the parser a piece, or the end, and waits until it has read it. */
function writePiece(parser: Parser, piece: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => error ? reject(error) : resolve();
    if (piece === null) parser.end(done);
    else parser.write(piece, done);
  });
}
