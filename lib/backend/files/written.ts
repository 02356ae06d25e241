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
  yield "{";
  yield* entryPieces(object);
  yield Object.keys(object).length > 0 ? "\n}" : "}";
}

/** The same of an object and a last list, which is read page after page while it is written. */
export async function* jsonPiecesOfPages(
  object: Readonly<Record<string, unknown>>,
  name: string,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield "{";
  yield* entryPieces(object);
  yield `${Object.keys(object).length > 0 ? ",\n" : "\n"}  ${JSON.stringify(name)}: [`;
  let isEmpty = true;
  for await (const page of pages) {
    yield* elementPieces(page, isEmpty);
    isEmpty &&= page.length === 0;
  }
  yield isEmpty ? "]\n}" : "\n  ]\n}";
}

function* entryPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  let before = "\n";
  for (const [name, value] of Object.entries(object)) {
    const head = `${before}  ${JSON.stringify(name)}: `;
    before = ",\n";
    if (!Array.isArray(value) || value.length === 0) {
      yield head + indented(value, "  ");
      continue;
    }
    yield `${head}[`;
    yield* elementPieces(value, true);
    yield "\n  ]";
  }
}

/** @param isFirst whether the first of them is the first of its list */
function* elementPieces(list: readonly unknown[], isFirst: boolean): Generator<string> {
  let before = isFirst ? "\n" : ",\n";
  for (const element of list) {
    yield `${before}    ${indented(element, "    ")}`;
    before = ",\n";
  }
}

/** Inside JSON a line break only parts its lines: those of texts are written as \n. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}
