import {
  BYTE_ORDER_MARK,
  type CsvColumn,
  type CsvDialect,
  csvLines,
} from "../../domain/tables/csv.ts";
import { collectedInSlices } from "../slices.ts";

/** The text of a CSV file as `csvFile()` writes it, in slices that let the event loop serve others. */
export async function csvFileInSlices<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  dialect: CsvDialect,
): Promise<string> {
  const lines = await collectedInSlices(csvLines(columns, rows, dialect));
  return BYTE_ORDER_MARK + lines.join(dialect.lineBreak);
}

/**
 * An object as `JSON.stringify(object, null, 2)` writes it, in slices that let the event loop serve others: its lists
 * are written element by element.
 *
 * @param object none of its values, nor of the elements of its lists, is undefined
 */
export async function jsonInSlices(object: Readonly<Record<string, unknown>>): Promise<string> {
  return (await collectedInSlices(jsonLines(object))).join("\n");
}

function* jsonLines(object: Readonly<Record<string, unknown>>): Generator<string> {
  const entries = Object.entries(object);
  if (entries.length === 0) return yield "{}";
  yield "{";
  for (const [at, [name, value]] of entries.entries()) {
    const comma = at < entries.length - 1 ? "," : "";
    const head = `  ${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* listLines(value, head, comma);
    else yield `${head}${indented(value, "  ")}${comma}`;
  }
  yield "}";
}

function* listLines(list: readonly unknown[], head: string, comma: string): Generator<string> {
  yield `${head}[`;
  for (const [at, element] of list.entries()) {
    yield `    ${indented(element, "    ")}${at < list.length - 1 ? "," : ""}`;
  }
  yield `  ]${comma}`;
}

/** Inside JSON a line break only parts its lines: those of texts are written as \n. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}
