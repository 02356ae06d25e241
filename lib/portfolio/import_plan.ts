/** Parses a stock file and plans what each of its lines does. @module */

import type { BackendOf, Services } from "@/lib/api/services.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { refusedText } from "@/lib/base/visible_text.ts";
import type { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { readCsv } from "@/lib/files/csv_reader.ts";
import { plainName, separatorOf } from "@/lib/files/csv_headings.ts";
import type { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import type { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { refusedCharacterText } from "@/lib/ui/text.ts";
import { STOCK_MAX_LINES } from "./import_rules.ts";
import type { StockAction, StockKind, StockLine } from "./schema.ts";
import { STOCK_COLUMNS, STOCK_MESSAGES, stockHeading } from "./text_import.ts";

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
 * @throws CallError when it is beyond a limit
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

/** The calls that an import makes: those of pages. */
export type WritingCalls = Pick<
  BackendOf<
    & typeof FACILITIES_CALLS
    & typeof HOUSING_CALLS
    & typeof ORGANISATIONS_CALLS
    & typeof PROJECTS_CALLS
  >,
  | "addEquipment"
  | "createHouse"
  | "createProject"
  | "getProjectFeatures"
  | "listAnonymousGroups"
  | "listHouseTypes"
  | "listHouses"
  | "listTags"
  | "putEquipmentSettings"
  | "putProjectFeatures"
  | "putHouseSettings"
  | "putProjectSettings"
>;

/** Context of planned lines. */
export interface StockWorld {
  readonly services: Services;
  readonly orgId: string;
  readonly caller: Caller;
  /** The calls that write the lines: those of pages, one commit each. */
  backend(): WritingCalls;
}

export interface PlannedLine {
  readonly report: StockLine;
  /** Writes the line and returns its report; null when there is nothing to write. */
  readonly write: (() => Promise<StockLine>) | null;
}

/** Plans the lines of one kind, in file order: a line may depend on earlier ones. */
export interface StockPlanner {
  /** Reads what rows that are planned next are about, together. */
  prepare(rows: readonly StockRow[]): Promise<void>;
  plan(row: StockRow): Promise<PlannedLine>;
}

/** The messages of texts that no call accepts: they are blank, or they contain a character that nobody sees. */
export function characterFaults(
  kind: StockKind,
  texts: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const refused = refusedText(text);
    if (refused === null) return [];
    return STOCK_MESSAGES.character(stockHeading(kind, field), refusedCharacterText(refused));
  });
}

/** A line without effect: refused, or identical to the stored record. */
export function idle(
  action: Extract<StockAction, "same" | "refused">,
  row: StockRow,
  { label, messages }: { label: string; messages: readonly string[] },
): PlannedLine {
  return { report: { line: row.line, label, action, messages: [...messages] }, write: null };
}

export function refusedLine(report: StockLine, code: ErrorCode): StockLine {
  const message = code === "conflict" ? STOCK_MESSAGES.raced : errorText(code);
  return { ...report, action: "refused", messages: [message] };
}
