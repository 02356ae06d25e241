import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import { STOCK_MAX_LINES, type StockKind } from "@/lib/domain/projects/stock.ts";
import { STOCK_COLUMNS } from "@/lib/text/projects/stock.ts";
import { plainName, readCsv, separatorOf } from "./csv_table.ts";

/** A line of a stock file: the text of each field whose column is present. */
export interface StockRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

interface StockFile {
  readonly rows: readonly StockRow[];
  /** Missing headings: when there are any, lines are not read. */
  readonly missingColumns: string[];
  /** Unknown headings. */
  readonly ignoredColumns: string[];
}

/** Maximum length of a cell, characters: longer than any field. */
const CELL_MAX = 500;
/** Maximum number of headings read. */
const MOST_COLUMNS = 100;

export function tagColumn(groupId: string): string {
  return `tag:${groupId}`;
}

/**
 * Reads a stock file: cells separated by `;`, `,` or tabs, columns in any order, known by their headings. The
 * headings of a residence's export are accepted too, including its tags.
 *
 * @returns null when it cannot be split into lines
 * @throws Refused when it is beyond a limit
 */
export async function readStock(
  text: string,
  kind: StockKind,
  groups: readonly TagGroup[],
): Promise<StockFile | null> {
  let columns = columnsOf([], kind, groups);
  let lineCount = 0;
  const rows: StockRow[] = [];
  // One more line for the heading.
  const cut = { delimiter: separatorOf(text), maxLines: STOCK_MAX_LINES + 1 };
  const fault = await readCsv(text, cut, ({ line, cells }) => {
    const { fields, missingColumns } = columns;
    if (lineCount++ === 0) columns = columnsOf(cells, kind, groups);
    else if (missingColumns.length === 0) rows.push({ line, cells: cellsOf(cells, fields) });
  });
  if (fault !== null) return null;
  const { missingColumns, ignoredColumns } = columns;
  return { rows, missingColumns, ignoredColumns };
}

interface Columns extends Pick<StockFile, "missingColumns" | "ignoredColumns"> {
  /** The field of each column; null for an unknown one. */
  readonly fields: readonly (string | null)[];
}

function columnsOf(head: readonly string[], kind: StockKind, groups: readonly TagGroup[]): Columns {
  const fields = head.slice(0, MOST_COLUMNS).map((heading) => fieldOf(heading, kind, groups));
  const missingColumns = STOCK_COLUMNS[kind]
    .filter(({ field, required }) => required && !fields.includes(field))
    .map(({ heading }) => heading);
  const ignoredColumns = head.filter((heading, at) => heading !== "" && !fields[at])
    .slice(0, 20).map((heading) => heading.slice(0, CELL_MAX));
  return { fields, missingColumns, ignoredColumns };
}

/** @returns null for an unknown heading */
function fieldOf(heading: string, kind: StockKind, groups: readonly TagGroup[]): string | null {
  const name = plainName(heading);
  const column = STOCK_COLUMNS[kind].find((one) =>
    plainName(one.heading) === name || one.also.some((other) => plainName(other) === name)
  );
  if (column !== undefined) return column.field;
  if (kind !== "residences") return null;
  const group = groups.find((one) => plainName(one.name) === name);
  return group === undefined ? null : tagColumn(group.id);
}

function cellsOf(line: readonly string[], fields: readonly (string | null)[]) {
  const cells: Record<string, string> = {};
  fields.forEach((field, at) => {
    if (field !== null) cells[field] ??= cellText(line[at] ?? "");
  });
  return cells;
}

/** Removes the apostrophe that an export puts before a text that a spreadsheet would run. */
function cellText(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, "").trim().slice(0, CELL_MAX);
}
