import {
  BYTE_ORDER_MARK,
  type CsvColumn,
  type CsvDialect,
  csvLines,
} from "@/lib/domain/tables/csv.ts";

/** The text of a CSV file, byte-order mark included, line by line, for a writer that pauses between them. */
export function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  dialect: CsvDialect,
): Generator<string> {
  let before: string = BYTE_ORDER_MARK;
  for (const line of csvLines(columns, rows, dialect)) {
    yield before + line;
    before = dialect.lineBreak;
  }
}

/** The same text of rows that are read page after page, while the file is written. */
export async function* csvPiecesOfPages<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  dialect: CsvDialect,
): AsyncGenerator<string> {
  yield* csvPieces(columns, [], dialect);
  for await (const rows of pages) {
    const lines = csvLines(columns, rows, dialect);
    // The file has one heading.
    lines.next();
    for (const line of lines) yield dialect.lineBreak + line;
  }
}

/**
 * An object as `JSON.stringify(object, null, 2)` writes it, piece by piece, for a writer that pauses between them: its
 * lists are written element by element.
 *
 * @param object none of its values, nor of the elements of its lists, is undefined
 */
export function* jsonPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  const entries = Object.entries(object);
  if (entries.length === 0) return yield "{}";
  yield "{\n";
  for (const [at, [name, value]] of entries.entries()) {
    const after = at < entries.length - 1 ? ",\n" : "\n";
    const head = `  ${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value, head, after);
    else yield `${head}${indented(value, "  ")}${after}`;
  }
  yield "}";
}

function* listPieces(list: readonly unknown[], head: string, after: string): Generator<string> {
  yield `${head}[\n`;
  for (const [at, element] of list.entries()) {
    yield `    ${indented(element, "    ")}${at < list.length - 1 ? ",\n" : "\n"}`;
  }
  yield `  ]${after}`;
}

/** Inside JSON a line break only parts its lines: those of texts are written as \n. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}
