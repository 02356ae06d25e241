import type { TagGroup } from "../../domain/organisations/types.ts";
import type { StockKind } from "../../domain/projects/stock.ts";
import { STOCK_COLUMNS } from "../../text/stock.ts";
import { csvRows, plainName, separatorOf } from "./csv_table.ts";

/** A line of a file of stock: the text of each field whose column is there. */
export interface StockRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** A file of stock. */
export interface StockFile {
  readonly rows: readonly StockRow[];
  /** Headings it lacks: then its lines are not read. */
  readonly missingColumns: string[];
  /** Headings nobody knows. */
  readonly ignoredColumns: string[];
}

/** Longest cell read, characters: more than any field takes. */
const CELL_MAX = 500;
/** Headings told apart at most. */
const MOST_COLUMNS = 100;

/** Field of a residence's value in a tag group. */
export function tagColumn(groupId: string): string {
  return `tag:${groupId}`;
}

/**
 * Reads a file of stock: `;`, `,` or tabs between cells, columns known by their headings in any order. Those of a
 * residence's export are read too, its categories included.
 *
 * @returns null when it cannot be cut into lines
 */
export function readStock(
  text: string,
  kind: StockKind,
  groups: readonly TagGroup[],
): StockFile | null {
  const rows = csvRows(text, separatorOf(text));
  if ("line" in rows) return null;
  const [first, ...lines] = rows;
  const head = first?.cells ?? [];
  const fields = head.slice(0, MOST_COLUMNS).map((heading) => fieldOf(heading, kind, groups));
  const missingColumns = STOCK_COLUMNS[kind]
    .filter(({ field, required }) => required && !fields.includes(field))
    .map(({ heading }) => heading);
  const ignoredColumns = head.filter((heading, at) => heading !== "" && !fields[at]).slice(0, 20);
  if (missingColumns.length > 0) return { rows: [], missingColumns, ignoredColumns };
  const read = lines.map(({ line, cells }) => ({ line, cells: cellsOf(cells, fields) }));
  return { rows: read, missingColumns, ignoredColumns };
}

/** @returns null for a heading nobody knows */
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

function cellsOf(
  line: readonly string[],
  fields: readonly (string | null)[],
): Record<string, string> {
  const cells: Record<string, string> = {};
  fields.forEach((field, at) => {
    if (field !== null) cells[field] ??= cellText(line[at] ?? "");
  });
  return cells;
}

/** An export guards a text that a spreadsheet would run with an apostrophe. */
function cellText(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, "").trim().slice(0, CELL_MAX);
}
