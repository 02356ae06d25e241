/** Parses a stock file and plans what each of its lines does. @module */

import type { BackendOf, Services } from "@/lib/api/services.ts";
import { CallError, type ErrorCode } from "@/lib/base/errors.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { refusedText } from "@/lib/base/visible_text.ts";
import type { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import type { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { readCsv } from "@/lib/files/csv_reader.ts";
import { isEmptyOrTotal, LINE_MAX, plainName, separatorOf } from "@/lib/files/csv_headings.ts";
import { type Sheet, sheetsOf } from "@/lib/files/file_text.ts";
import type { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import type { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import type { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { type FieldRule, typedErrors } from "@/lib/ui/field_rules.ts";
import { fieldErrorText, refusedCharacterText } from "@/lib/ui/text.ts";
import type { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";
import {
  LINE_KINDS,
  type LineKind,
  type StockAction,
  type StockKind,
  type StockLine,
} from "./schema.ts";
import {
  CONTENT_HEADING,
  contentOf,
  LINE_KIND_LABELS,
  type LineContent,
  STOCK_COLUMNS,
  STOCK_MESSAGES,
  stockHeading,
} from "./text_import.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";

/** A line of a stock file: what it is about, and the text of each field whose column is present. */
export interface StockRow {
  readonly line: number;
  readonly kind: LineKind;
  readonly cells: Readonly<Record<string, string>>;
}

interface StockFile {
  readonly rows: readonly StockRow[];
  /** Missing headings: when there are any, lines are not read. */
  readonly missingColumns: string[];
  /** Unknown headings. */
  readonly ignoredColumns: string[];
  /** Names of sheets whose lines may be anything. */
  readonly ignoredSheets: string[];
}

/** Maximum number of lines of a file. */
const STOCK_MAX_LINES = 5_000;
/** Maximum length of a cell, characters: longer than any field. */
const CELL_MAX = 500;
/** Maximum length of an unknown heading that is shown, characters. */
const HEADING_MAX = 80;
/** Maximum number of headings read. */
const MOST_COLUMNS = 100;

export function tagColumn(groupId: string): string {
  return `tag:${groupId}`;
}

/** The cell of a line whose content is not known. */
export const UNKNOWN_CONTENT = "content";

/** The headings of the template by those of a file, from lines "heading=heading of the template". */
export function chosenHeadings(columns: string): ReadonlyMap<string, string> {
  return new Map(
    columns.split("\n").flatMap((line) => {
      const at = line.lastIndexOf("=");
      const chosen = line.slice(at + 1).trim();
      return at < 1 || chosen === "" ? [] : [[plainName(line.slice(0, at)), chosen] as const];
    }),
  );
}

interface StockReading {
  readonly kind: StockKind;
  readonly groups: readonly TagGroup[];
  /** Headings of the template by the file's own, as chosen by hand. */
  readonly chosen: ReadonlyMap<string, string>;
}

/**
 * Reads a stock file: cells separated by `;`, `,` or tabs, or the sheets of a workbook; columns in any order, known by
 * their headings. The headings of a residence's export are accepted too, including its tags.
 *
 * @spec stock.workbook
 * @returns null when it cannot be split into lines
 * @throws CallError when it is beyond a limit
 */
export async function readStock(text: string, reading: StockReading): Promise<StockFile | null> {
  const sheets: SheetRead[] = [];
  for (const sheet of sheetsOf(text)) {
    const read = await readSheet(sheet, reading);
    if (read === null) return null;
    sheets.push(sheet.name === "" ? read : named(read));
  }
  const told = sheets.filter(({ hasContent }) => hasContent);
  const used = told.length === 0 ? sheets : told;
  const rows = used.flatMap((sheet) => sheet.rows);
  if (rows.length > STOCK_MAX_LINES) throw new CallError("too-many-lines");
  const missingColumns = [...new Set(used.flatMap((sheet) => sheet.missingColumns))];
  return {
    rows: missingColumns.length === 0 ? rows : [],
    missingColumns,
    ignoredColumns: [...new Set(used.flatMap((sheet) => sheet.ignoredColumns))].slice(0, 20),
    ignoredSheets: sheets.filter((sheet) => !used.includes(sheet)).map(({ name }) => name),
  };
}

/** A sheet whose missing columns say that they are its own. */
function named(sheet: SheetRead): SheetRead {
  const missingColumns = sheet.missingColumns.map((heading) => `${heading} (${sheet.name})`);
  return { ...sheet, missingColumns };
}

interface SheetRead extends Omit<StockFile, "ignoredSheets"> {
  readonly name: string;
  /** Whether its name or a column says what its lines are. */
  readonly hasContent: boolean;
}

async function readSheet(
  { name, text }: Sheet,
  reading: StockReading,
): Promise<SheetRead | null> {
  const { kind, groups, chosen } = reading;
  const rows: StockRow[] = [];
  const columns = new Map<LineKind, Columns>();
  let head: readonly string[] | null = null;
  let first: readonly string[] | null = null;
  let contentAt = -1;
  const columnsFor = (one: LineKind) =>
    columns.getOrInsertComputed(one, () => columnsOf(head ?? [], one, groups));
  let ofSheet: LineContent | null = kind === "stock" ? contentOf(name) : { kind };
  // One more line for the heading.
  const cut = { delimiter: separatorOf(headLineOf(text, reading)), maxLines: STOCK_MAX_LINES + 1 };
  const fault = await readCsv(text, cut, ({ line, cells }) => {
    if (head === null) {
      const headings = cells.map((heading) => chosen.get(plainName(heading)) ?? heading);
      first ??= headings;
      if (line > HEADINGS_WITHIN || !isHead(headings, groups)) return;
      head = headings;
      if (kind === "stock") contentAt = head.findIndex(isContentHeading);
      if (contentAt < 0) ofSheet ??= contentByHeadings(head, groups);
      return;
    }
    if (isEmptyOrTotal(cells)) return;
    const typed = cellText(cells[contentAt] ?? "");
    const content = typed === "" ? ofSheet : contentOf(typed);
    if (content !== null) return void rows.push(...rowsOf({ line, cells, content }, columnsFor));
    if (contentAt >= 0) {
      rows.push({ line, kind: "residences", cells: { [UNKNOWN_CONTENT]: typed } });
    }
  });
  if (fault !== null) return null;
  head ??= first;
  const hasContent = ofSheet !== null || contentAt >= 0;
  if (ofSheet !== null) columnsFor(ofSheet.kind);
  const present = hasContent ? [...columns.keys()] : LINE_KINDS;
  const known = present.map(columnsFor);
  return {
    name,
    hasContent,
    rows,
    missingColumns: hasContent
      ? known.flatMap(({ missingColumns }) => missingColumns)
      : [CONTENT_HEADING],
    ignoredColumns: (head ?? [] as readonly string[]).filter((heading, at) =>
      heading !== "" && at !== contentAt && known.every(({ fields }) => !fields[at])
    ).map((heading) => heading.slice(0, HEADING_MAX)),
  };
}

/** The headings are on one of the first lines, after a title or notes. @spec stock.headings */
const HEADINGS_WITHIN = 20;

/** The line of the headings, before its cells are known; the whole text when it is not found. */
function headLineOf(text: string, { groups, chosen }: StockReading): string {
  const lines = text.slice(0, LINE_MAX).split(/\r?\n/, HEADINGS_WITHIN);
  const cellsOfLine = (line: string) =>
    line.replaceAll('"', "").split(separatorOf(line))
      .map((cell) => chosen.get(plainName(cell)) ?? cell);
  return lines.find((line) => isHead(cellsOfLine(line), groups)) ?? text;
}

/** Whether a line has headings: two that are known. */
function isHead(cells: readonly string[], groups: readonly TagGroup[]): boolean {
  const known = cells.slice(0, MOST_COLUMNS).filter((cell) =>
    isContentHeading(cell) || LINE_KINDS.some((kind) => fieldOf(cell, kind, groups) !== null)
  );
  return known.length >= 2;
}

/** The only kind whose columns a file has, and no other; null for several kinds or none. */
function contentByHeadings(
  head: readonly string[],
  groups: readonly TagGroup[],
): LineContent | null {
  const [kind, ...others] = LINE_KINDS.filter((one) => {
    const { fields, missingColumns } = columnsOf(head, one, groups);
    const isKnown = fields.every((field, at) => field !== null || head[at] === "");
    return one !== "settings" && missingColumns.length === 0 && isKnown;
  });
  return kind === undefined || others.length > 0 ? null : { kind };
}

function isContentHeading(heading: string): boolean {
  return plainName(heading) === plainName(CONTENT_HEADING);
}

interface TypedLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly content: LineContent;
}

/** The rows of a line: that of a boiler room with settings gives two. */
function rowsOf(
  { line, cells: typed, content: { kind, equipment } }: TypedLine,
  columnsFor: (kind: LineKind) => Columns,
): StockRow[] {
  const cells = cellsOf(typed, columnsFor(kind).fields);
  if (equipment !== undefined) cells["kind"] = equipment;
  const row = { line, kind, cells };
  if (equipment !== "boilerroom") return [row];
  const settings = cellsOf(typed, columnsFor("settings").fields);
  const hasSettings = SETTINGS_OWN.some((field) => settings[field]);
  return hasSettings ? [row, { line, kind: "settings", cells: settings }] : [row];
}

/** The columns of the settings of a boiler room that name neither it nor its residence. */
const SETTINGS_OWN = STOCK_COLUMNS.settings.flatMap(({ field, required }) =>
  required ? [] : [field]
);

/**
 * The rows in the order in which they are written: kind by kind, an equipment after the one it is in, else as in the file.
 *
 * @spec stock.workbook
 */
export function inOrder(rows: readonly StockRow[]): StockRow[] {
  const placeOf = ({ cells }: StockRow, code: string) =>
    `${plainName(cells["residence"] ?? "")} ${plainName(cells[code] ?? "")}`;
  const equipment = new Map(
    rows.filter(({ kind }) => kind === "equipments").map((row) => [placeOf(row, "code"), row]),
  );
  const ordered = new Set<StockRow>();
  const place = (row: StockRow, deepest = DEEPEST) => {
    const parent = row.cells["parent"] ? equipment.get(placeOf(row, "parent")) : undefined;
    if (parent !== undefined && !ordered.has(parent) && deepest > 0) place(parent, deepest - 1);
    ordered.add(row);
  };
  for (const kind of LINE_KINDS) rows.forEach((row) => row.kind === kind && place(row));
  return [...ordered];
}

/** Levels of equipment in one another that are put in order. */
const DEEPEST = 4;

interface Columns {
  /** The field of each column; null for an unknown one. */
  readonly fields: readonly (string | null)[];
  readonly missingColumns: readonly string[];
}

function columnsOf(head: readonly string[], kind: LineKind, groups: readonly TagGroup[]): Columns {
  const fields = head.slice(0, MOST_COLUMNS).map((heading) => fieldOf(heading, kind, groups));
  const missingColumns = STOCK_COLUMNS[kind]
    .filter(({ field, required }) => required && !fields.includes(field))
    .map(({ heading }) => heading);
  return { fields, missingColumns };
}

/** @returns null for an unknown heading */
function fieldOf(heading: string, kind: LineKind, groups: readonly TagGroup[]): string | null {
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
    if (field === null) return;
    const text = cellText(line[at] ?? "");
    cells[field] ||= MEASURES.has(field) ? withoutUnit(text) : text;
  });
  return cells;
}

/** The fields whose cells are numbers. */
const MEASURES: ReadonlySet<string> = new Set(
  ["area", "occupants", "peopleNb", "q", "target", "threshold", "djuContract"],
);

/** "65 m²" is 65: the heading has the unit. */
function withoutUnit(text: string): string {
  return text.replace(/(?<=\d)\s*(?:m²|m2|%|kWh\/m³|Wh\/m²\/DJU|DJU|°C·j|personnes?)$/i, "");
}

/** Removes the apostrophe that an export puts before a text that a spreadsheet would run. */
function cellText(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, "").trim().slice(0, CELL_MAX);
}

/** The calls that an import makes: those of pages. */
export type WritingCalls = BackendOf<
  & typeof DEGREE_DAYS_CALLS
  & typeof ENERGY_BALANCE_CALLS
  & typeof FACILITIES_CALLS
  & typeof HOUSING_CALLS
  & typeof ORGANISATIONS_CALLS
  & typeof PROJECTS_CALLS
  & typeof SERIES_CALLS
>;

/** Context of planned lines. */
export interface StockWorld {
  readonly services: Services;
  readonly orgId: string;
  readonly caller: Caller;
  /** What the file contains: the lines of a whole stock say what they are about. */
  readonly kind: StockKind;
  /** The calls that write the lines: those of pages, one commit each. */
  backend(): WritingCalls;
  /** What earlier lines would create, of a file that is tried; null once its lines are written. */
  readonly tried: ((code: string) => TriedResidence) | null;
}

/** What a line does. */
export interface LinePlan {
  readonly action: StockAction;
  /** Reasons of a refusal, notes. */
  readonly messages?: readonly string[];
  /** Page where what a refused line lacks is added. */
  readonly cure?: string | undefined;
  /** Writes the line; absent when there is nothing to write. */
  write?(): Promise<LineEnd>;
}

/** End of the writing of a line: that of its call, with what it says instead of its plan. */
type LineEnd =
  | { readonly ok: true; readonly action?: StockAction; readonly messages?: string[] }
  | { readonly ok: false; readonly code: ErrorCode; readonly cure?: string };

/** The plan of a line identical to the stored record. */
export const SAME: LinePlan = { action: "same" };

export interface PlannedLine {
  readonly report: StockLine;
  /** Writes the line and returns its report; null when there is nothing to write. */
  readonly write: (() => Promise<StockLine>) | null;
}

/** Plans the lines of one kind, in file order: a line may depend on earlier ones. */
export type StockPlanner = (row: StockRow) => Promise<PlannedLine>;

/** A planned line with its report, whose label begins with its kind in a file of several. */
export function plannedLine(
  { kind }: StockWorld,
  row: StockRow,
  { label, plan }: { readonly label: string; readonly plan: LinePlan },
): PlannedLine {
  const { action, messages = [], cure, write } = plan;
  const report: StockLine = {
    line: row.line,
    label: kind === "stock" ? `${LINE_KIND_LABELS[row.kind]} ${label}` : label,
    action,
    messages: [...messages],
    ...cure && { cure },
  };
  return {
    report,
    write: write === undefined ? null : async () => {
      const end = await write();
      if (!end.ok) return { ...refusedLine(report, end.code), ...end.cure && { cure: end.cure } };
      const { action = report.action, messages = report.messages } = end;
      return { ...report, action, messages };
    },
  };
}

/** The messages of texts that no call accepts: they are blank, or they contain a character that nobody sees. */
export function characterFaults(
  kind: LineKind,
  texts: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const refused = refusedText(text);
    if (refused === null) return [];
    return STOCK_MESSAGES.character(stockHeading(kind, field), refusedCharacterText(refused));
  });
}

/** The messages of the errors that a form finds in the cells of a line. */
export function fieldFaults(kind: LineKind, errors: FieldErrors<string>): string[] {
  return Object.entries(errors).flatMap(([field, error]) =>
    error === undefined
      ? []
      : [STOCK_MESSAGES.field(stockHeading(kind, field), fieldErrorText(error))]
  );
}

/** The message of a text that is missing, or too long for its field of a form; none for another. */
export function textFaults(
  kind: LineKind,
  field: string,
  { text, fields }: { readonly text: string; readonly fields: readonly FieldRule[] },
): string[] {
  const own = fields.filter(({ name }) => name === field)
    .map((rule) => ({ ...rule, required: true }));
  return fieldFaults(kind, typedErrors(own, { [field]: text }));
}

export function refusedLine(report: StockLine, code: ErrorCode): StockLine {
  const message = code === "conflict" ? STOCK_MESSAGES.raced : errorText(code);
  return { ...report, action: "refused", messages: [message] };
}

/** What the lines of a file would create in a residence. */
export interface TriedResidence {
  /** True when a line would create the residence itself. */
  isCreated: boolean;
  readonly equipments: {
    readonly code: string;
    readonly name: string;
    readonly kind: EquipmentKind;
  }[];
  readonly houseTypes: string[];
  readonly series: {
    readonly equipmentCode: string;
    readonly dataUnitId: DataUnitId;
    readonly unit: string;
  }[];
}

/** What the lines of a file would create, by the code of their residence, to read or to add to. @spec stock.workbook */
export function triedStock(): (code: string) => TriedResidence {
  const byCode = new Map<string, TriedResidence>();
  return (code) => byCode.getOrInsertComputed(plainName(code), noneTried);
}

/** A residence in which nothing would be created. */
export function noneTried(): TriedResidence {
  return { isCreated: false, equipments: [], houseTypes: [], series: [] };
}
