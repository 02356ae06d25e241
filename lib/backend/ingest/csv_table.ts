import { CsvError, type Options, parse, type Parser } from "csv-parse";
import { Refused } from "@/lib/backend/core/refused.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import type { FileLimit } from "@/lib/contract/errors.ts";

/** A mark between the cells of a line. */
export type Separator = ";" | "," | "\t";

/** A CSV file that cannot be cut into lines: where. */
export interface CsvFault {
  readonly line: number;
}

/** A name without accents, case or doubled blanks. */
export function plainName(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** A line of a file, by its number in it, and its cells. */
export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvCut {
  readonly delimiter: Separator | readonly Separator[];
  /** Lines that hold something, the heading included. */
  readonly maxLines: number;
}

/** Cells of a line: as many as a file of one year of days by column, and some. */
const MOST_COLUMNS = 500;
/** Characters of a line: {@link MOST_COLUMNS} of 200. */
const LINE_MAX = 100_000;
/** Characters of a cell: no field, name or remark is as long. */
const CELL_MAX = 10_000;
/** Characters given to the parser at once: a thousand values where a line has many, about three milliseconds of work. */
const PIECE = 4_096;

/** The mark that parts most of the heading's cells. */
export function separatorOf(text: string): Separator {
  // A heading cannot be longer than a line may be.
  const [head = ""] = /[^\r\n]+/.exec(text.slice(0, LINE_MAX)) ?? [];
  const counts = ([";", "\t", ","] as const).map((mark) =>
    [mark, head.split(mark).length] as const
  );
  return counts.reduce((most, one) => one[1] > most[1] ? one : most)[0];
}

/**
 * Gives the lines of a text one by one, empty ones left out, in slices that let the event loop serve others.
 *
 * @param take may throw {@link Refused} to stop
 * @returns where the text cannot be read; null when it was read whole
 * @throws Refused when the file is beyond a limit
 */
export async function readCsv(
  text: string,
  cut: CsvCut,
  take: (row: CsvRow) => void,
): Promise<CsvFault | null> {
  const parser = parserOf(text, cut, take);
  const slices = new Slices();
  let unread = 0;
  try {
    for (const piece of pieces(text)) {
      const known = progressOf(parser);
      await given(parser, piece);
      unread = progressOf(parser) === known ? unread + piece.length : 0;
      if (unread > LINE_MAX) throw new Refused("line-too-long");
      await slices.pause();
    }
    await given(parser, null);
    return null;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE") throw new Refused("line-too-long");
    return { line: typeof error.lines === "number" ? error.lines : 1 };
  } finally {
    parser.destroy();
  }
}

function parserOf(
  text: string,
  { delimiter, maxLines }: CsvCut,
  take: (row: CsvRow) => void,
): Parser {
  let count = 0;
  const options: Options<string[]> = {
    delimiter: [delimiter].flat(),
    // Looked for by the parser, it costs three buffers for each character of the heading.
    record_delimiter: text.includes("\n") ? "\n" : "\r",
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LINE_MAX,
    on_record: (cells, { lines: line }) => {
      if (++count > maxLines) throw new Refused("too-many-lines");
      const limit = limitOf(cells);
      if (limit !== null) throw new Refused(limit);
      take({ line, cells });
      // Nothing is passed on: no line waits in memory.
      return null;
    },
  };
  const parser = parse(options);
  // Faults are given by the callback of each piece.
  parser.on("error", () => {});
  return parser;
}

function limitOf(cells: readonly string[]): FileLimit | null {
  if (cells.length > MOST_COLUMNS) return "too-many-columns";
  return cells.some(({ length }) => length > CELL_MAX) ? "line-too-long" : null;
}

/** Lines the parser has got through, empty ones included. */
function progressOf({ info }: Parser): number {
  return info.records + info.empty_lines;
}

/** Pieces of a text with one sign for the end of a line: inside quotes, the parser would count two signs as two lines. */
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

/** Whether a code unit is of a character that continues in the next one. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Gives the parser a piece, or tells it the end, and waits until it has read it. */
function given(parser: Parser, piece: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => error ? reject(error) : resolve();
    if (piece === null) parser.end(done);
    else parser.write(piece, done);
  });
}
