/** What each column of a file of readings contains: by its heading, or as a user says. @module */

import { plainHeading, plainName } from "@/lib/files/csv_headings.ts";
import {
  bracketed,
  inUnit,
  isClearUnit,
  sentUnit,
  stepSeconds,
} from "@/lib/timeseries/source_names.ts";
import {
  columnsWith,
  type FileFormat,
  findHeading,
  headingIn,
  type HeadingLine,
  preambleValue,
  READINGS_BY_COLUMN,
  READINGS_BY_LINE,
} from "./file_formats.ts";
import { numberOf, readInstant } from "./file_values.ts";
import { CHOSEN_MESSAGES, COLUMN_LABELS, columnName, REPLACED_COLUMN } from "./import_text.ts";
import {
  COLUMN_ROLES,
  type ColumnRole,
  type DetectedFormat,
  type FileContent,
} from "./readings_file_options.ts";

const { value: VALUE_HEADS = [], replaced: REPLACED_HEADS = [] } = READINGS_BY_LINE.headings;
/** Headings that contain values when a unit follows them: « Énergie (Wh) ». */
const MEASURED_HEADS = ["energie", "energie consommee", "volume", "volume consomme", "puissance"];

export function isValueHeading(heading: string): boolean {
  return VALUE_HEADS.includes(plainName(heading)) || valueUnit(heading) !== null;
}

/** The unit of a heading of values, in its brackets; null without one. */
function valueUnit(heading: string): string | null {
  const { name, unit } = bracketed(heading) ?? { name: "", unit: "" };
  if (VALUE_HEADS.includes(plainName(name))) return unit;
  return MEASURED_HEADS.includes(plainName(name)) && sentUnit(unit) !== null ? unit : null;
}

/**
 * The unit of a heading that names a series, in its brackets: « Eau chaude (L) ». Other brackets are of the name, and so are
 * single letters that name buildings.
 */
export function unitOfHeading(heading: string): string {
  const unit = bracketed(heading)?.unit ?? "";
  return valueUnit(heading) ?? (isClearUnit(unit) ? unit : "");
}

/** The name of a series in a heading, without its unit. */
export function nameOfHeading(heading: string): string {
  return unitOfHeading(heading) === "" ? heading : bracketed(heading)?.name ?? heading;
}

interface Column {
  readonly at: number;
  readonly name: string;
  /** Unit of its heading or of the file; "" without one. */
  readonly unit: string;
  /** Column of the units of its values; -1 without one. */
  readonly unitAt: number;
  /** Column of the last indexes of replaced meters, with its name in errors; null for none. */
  readonly replaced: { readonly at: number; readonly name: string } | null;
}

/** Columns of a file, by content. */
export interface Layout {
  readonly format: FileFormat;
  readonly shape: DetectedFormat["shape"];
  readonly dateAt: number;
  readonly hourAt: number;
  readonly dwellingAt: number;
  /** Column of the durations of values; -1 without one. */
  readonly stepAt: number;
  /** Duration of every value, s; null when the lines have theirs, or nothing has. */
  readonly stepS: number | null;
  /** Column of series names; null when a heading or the user names the series. */
  readonly seriesAt: number | null;
  /** Columns that tell apart the meters of a file whose series the user chose. */
  readonly meterAt: readonly number[];
  readonly columns: readonly Column[];
  /** Whether the first column with a value has the only value of a line. */
  readonly hasOneValue: boolean;
  /** Series of every value; "" when the columns name theirs. */
  readonly series: string;
  /** What each column is recognised as, for the user to check; "" for a column without a heading. */
  readonly roles: readonly { readonly heading: string; readonly role: ColumnRole }[];
}

/** The series chosen for a file: its name, and its unit; "" and null without one. */
export interface ChosenSeries {
  readonly series: string;
  readonly seriesUnit?: string | null | undefined;
}

type Lines = readonly (readonly string[])[];

/** The columns of a file. @param lines cells of its preamble, then of its heading */
export function layoutOf(format: FileFormat, lines: Lines, chosen: ChosenSeries): Layout {
  const head = lines.at(-1) ?? [];
  const layout = format === READINGS_BY_LINE
    ? freeLayout(head, chosen.series)
    : knownLayout(format, lines, chosen);
  return { ...layout, roles: rolesOf(layout, head) };
}

type Unnamed = Omit<Layout, "roles">;

/** The columns of a known format. */
function knownLayout(format: FileFormat, lines: Lines, chosen: ChosenSeries): Unnamed {
  const head = lines.at(-1) ?? [];
  const before = lines.slice(0, -1);
  const names = head.map(plainHeading);
  const first = (role: ColumnRole) => columnsWith(format, role, names)[0] ?? -1;
  const { preamble, meter = [] } = format;
  const unitOfFile = preambleValue(before, preamble?.unit) || format.unit || "";
  const all = columnsWith(format, "value", names).map((at) => {
    const name = head[at]?.trim() ?? "";
    const unit = unitOfHeading(name) || unitOfFile;
    return { at, name, unit, unitAt: first("unit"), replaced: null };
  });
  const { series, seriesUnit: to = null } = chosen;
  // Of a volume and an energy, the one in the unit of the series.
  const fitting = to === null
    ? all
    : all.filter(({ unit: from }) => inUnit(1, { from, to }) !== null);
  const areOfUnits = new Set(all.map(({ unit }) => unit)).size > 1;
  const columns = areOfUnits && fitting.length > 0 ? fitting : all;
  const seriesAt = first("series");
  const isWide = areOfUnits && columns.length > 1;
  const named = series || (seriesAt === -1 ? preambleValue(before, preamble?.mark) : "");
  return {
    format,
    shape: isWide ? "wide" : "long",
    dateAt: first("date"),
    hourAt: first("time"),
    dwellingAt: first("dwelling"),
    stepAt: first("step"),
    stepS: stepSeconds(preambleValue(before, preamble?.step)),
    seriesAt: meter.length > 0 && series !== "" || seriesAt === -1 ? null : seriesAt,
    meterAt: series === ""
      ? []
      : meter.map((name) => names.indexOf(name)).filter((at) => at !== -1),
    columns,
    hasOneValue: !isWide,
    series: isWide || meter.length === 0 && seriesAt !== -1 ? "" : named,
  };
}

/** The columns of a file of any origin. @param series series of a file that does not name any */
function freeLayout(head: readonly string[], series: string): Unnamed {
  const names = head.map(plainName);
  const find = (role: ColumnRole) => columnsWith(READINGS_BY_LINE, role, names)[0] ?? -1;
  const [valueAt, seriesAt] = [valueColumn(head, find("value")), find("series")];
  const isNamed = seriesAt !== -1;
  const about = {
    dateAt: find("date"),
    hourAt: find("time"),
    dwellingAt: find("dwelling"),
    stepAt: find("step"),
  };
  const shared = { ...about, stepS: null, meterAt: [], hasOneValue: false };
  const unitHeads = READINGS_BY_LINE.headings.unit ?? [];
  const unitsAt = names.flatMap((name, at) => unitHeads.includes(name) ? [at] : []);
  const columnAt = (at: number) => ({
    at,
    name: head[at]?.trim() ?? "",
    unit: unitOfHeading(head[at] ?? ""),
    unitAt: (unitsAt.length > 1 ? unitsAt.find((one) => one > at) : unitsAt[0]) ?? -1,
  });
  if (valueAt !== -1 && (isNamed || series !== "")) {
    const replacedAt = find("replaced");
    const replaced = replacedAt === -1 ? null : { at: replacedAt, name: REPLACED_COLUMN };
    return {
      ...shared,
      format: READINGS_BY_LINE,
      shape: "long",
      seriesAt: isNamed ? seriesAt : null,
      columns: [{ ...columnAt(valueAt), replaced }],
      series: isNamed ? "" : series,
    };
  }
  const others = [...Object.values(about), ...unitsAt];
  const named = head.map((_, at) => columnAt(at))
    .filter(({ at, name }) => !others.includes(at) && name !== "");
  return {
    ...shared,
    format: READINGS_BY_COLUMN,
    shape: "wide",
    seriesAt: null,
    columns: metersOf(named),
    series: "",
  };
}

/** The column of values: with a known heading, or the only one whose heading has a unit. */
function valueColumn(head: readonly string[], known: number): number {
  if (known !== -1) return known;
  const [only = -1, ...others] = head.keys().filter((at) => valueUnit(head[at] ?? "") !== null);
  return others.length === 0 ? only : -1;
}

/** Columns with one series each; a column of last indexes belongs to the previous series. */
function metersOf(named: readonly Omit<Column, "replaced">[]): Column[] {
  const isOfLastIndexes = ({ name }: { readonly name: string }) =>
    REPLACED_HEADS.includes(plainName(name));
  return named.flatMap((column, position) => {
    if (position > 0 && isOfLastIndexes(column)) return [];
    const next = named[position + 1];
    const name = `${REPLACED_COLUMN}, ${column.name}`;
    return [{ ...column, replaced: next && isOfLastIndexes(next) ? { at: next.at, name } : null }];
  });
}

function rolesOf(layout: Unnamed, head: readonly string[]): Layout["roles"] {
  const { dateAt, hourAt, dwellingAt, stepAt, seriesAt, columns } = layout;
  const places: Readonly<Partial<Record<ColumnRole, readonly number[]>>> = {
    date: [dateAt],
    time: [hourAt],
    dwelling: [dwellingAt],
    series: seriesAt === null ? [] : [seriesAt],
    value: columns.map(({ at }) => at),
    unit: columns.map(({ unitAt }) => unitAt),
    step: [stepAt],
    replaced: columns.flatMap(({ replaced }) => replaced === null ? [] : [replaced.at]),
  };
  return head.map((text, at) => {
    const role = COLUMN_ROLES.find((one) => places[one]?.includes(at)) ?? "ignored";
    return { heading: text.trim(), role };
  });
}

/** What a user says of a column. */
interface ChosenColumn {
  readonly role: ColumnRole;
  /** Unit of its values; "" for that of its heading. */
  readonly unit: string;
}

/** The columns of a file, and the line of its heading. */
export interface ChosenColumns {
  /** From 1. */
  readonly line: number;
  readonly columns: readonly ChosenColumn[];
}

/** Maximum number of characters of the columns of a file, as text. */
export const CHOSEN_MAX_LENGTH = 4_000;

/** The format of a file whose columns were chosen. */
const CHOSEN: FileFormat = {
  id: "chosen-columns",
  name: "Colonnes choisies",
  headings: {},
  required: [],
};

/**
 * Reads columns as a text, each by its position: `date,series,value:kWh,ignored`; an empty name is a column as it is recognised, otherwise left out.
 *
 * @param recognized what the columns are recognised as; null for a heading that is not recognised
 * @returns the French fault of a role or a unit that does not exist
 */
export function readColumns(
  text: string,
  recognized: readonly ColumnRole[] | null = null,
): readonly ChosenColumn[] | string {
  const columns: ChosenColumn[] = [];
  for (const [at, one] of text.split(",").entries()) {
    const [, name = "", unit = ""] = /^\s*([^:]*?)\s*(?::\s*(.*?)\s*)?$/s.exec(one) ?? [];
    const role = name === ""
      ? recognized?.[at] ?? "ignored"
      : COLUMN_ROLES.find((known) => known === name);
    if (role === undefined) return CHOSEN_MESSAGES.unknownRole(name);
    if (unit !== "" && sentUnit(unit) === null) return CHOSEN_MESSAGES.unknownUnit(unit);
    columns.push({ role, unit });
  }
  return columns;
}

/** What each column of a heading is recognised as; null for a heading that is not recognised. */
export function recognizedRoles(text: string, { line, cells }: HeadingLine) {
  const whole = headingIn(text, findHeading);
  const isWhole = whole?.line === line;
  const found = isWhole ? whole.found : findHeading([cells]);
  if (found === null) return null;
  const lines = [...isWhole ? whole.preamble : [], cells];
  return layoutOf(found.format, lines, { series: "" }).roles.map(({ role }) => role);
}

/** Roles of several columns. */
const REPEATED: readonly ColumnRole[] = ["value", "index", "replaced", "ignored"];

/** What is chosen besides the columns. */
interface Beside {
  readonly series: string;
  readonly content: FileContent;
}

/**
 * Why a file cannot be read by columns that were chosen: what is missing, too much, or unlike what its first lines
 * contain.
 *
 * @spec imports.chosen-columns
 * @param rows cells of the first lines after the heading
 * @returns null when it can
 */
export function choiceFault(
  columns: readonly ChosenColumn[],
  { cells: head }: Pick<HeadingLine, "cells">,
  rows: readonly (readonly string[])[],
  { series, content }: Beside,
): string | null {
  const placesOf = (...roles: readonly ColumnRole[]) =>
    columns.flatMap(({ role }, at) => roles.includes(role) ? [at] : []);
  const beyond = columns.findIndex(({ role }, at) => role !== "ignored" && at >= head.length);
  if (beyond !== -1) return CHOSEN_MESSAGES.noColumn(beyond + 1, head.length);
  const twice = COLUMN_ROLES.find((role) => !REPEATED.includes(role) && placesOf(role).length > 1);
  if (twice !== undefined) return CHOSEN_MESSAGES.twice(COLUMN_LABELS[twice]);
  const [dateAt] = placesOf("date");
  const values = placesOf("value", "index");
  if (dateAt === undefined || values.length === 0) {
    return CHOSEN_MESSAGES.missing(dateAt === undefined, values.length === 0);
  }
  const indexes = placesOf("index");
  if (indexes.length > 0 && (indexes.length < values.length || content === "consumption")) {
    return CHOSEN_MESSAGES.mixed(content === "consumption");
  }
  const isNamed = series !== "" || placesOf("series").length > 0;
  if (isNamed && values.length > 1) return CHOSEN_MESSAGES.severalValues;
  const name = (at: number) => head[at] || columnName(at + 1);
  const nameless = isNamed ? undefined : values.find((at) => head[at] === "");
  if (nameless !== undefined) return CHOSEN_MESSAGES.nameless(nameless + 1);
  const unlike = (at: number, isLike: (cell: string) => boolean) => {
    const written = rows.map((cells) => cells[at]?.trim() ?? "").filter((cell) => cell !== "");
    return written.some(isLike) ? undefined : written[0];
  };
  const date = unlike(dateAt, isDate);
  if (date !== undefined) return CHOSEN_MESSAGES.noDate(name(dateAt), date);
  for (const at of values) {
    const value = unlike(at, isNumber);
    if (value !== undefined) return CHOSEN_MESSAGES.noNumber(name(at), value);
  }
  return null;
}

function isDate(cell: string): boolean {
  return readInstant(cell, "UTC") !== null;
}

/** A missing value is written like those of any file. */
function isNumber(cell: string): boolean {
  return numberOf(cell, ",") !== null || numberOf(cell, ".") !== null ||
    cell.toLowerCase() === "null";
}

/** What the values of a file are, as its columns say where the user says nothing else. */
export function contentOf(
  columns: readonly ChosenColumn[] | undefined,
  content: FileContent,
): FileContent {
  const isIndex = columns?.some(({ role }) => role === "index") === true;
  return isIndex && content === "natural" ? "index" : content;
}

/**
 * The layout of a file whose columns were chosen, without a fault.
 *
 * @spec imports.chosen-columns
 * @param series series chosen with the file: a column of series then tells its meters apart
 */
export function chosenLayout(
  columns: readonly ChosenColumn[],
  head: readonly string[],
  series: string,
): Layout {
  const first = (role: ColumnRole) => columns.findIndex((one) => one.role === role);
  const values = columns.flatMap(({ role, unit }, at) =>
    role === "value" || role === "index" ? [{ at, unit }] : []
  );
  const seriesAt = first("series");
  const isWide = series === "" && seriesAt === -1;
  const replacedOf = (at: number) => {
    if (values.length === 1) return first("replaced");
    return columns[at + 1]?.role === "replaced" ? at + 1 : -1;
  };
  const name = (at: number) => head[at]?.trim() || columnName(at + 1);
  return {
    format: CHOSEN,
    shape: isWide ? "wide" : "long",
    dateAt: first("date"),
    hourAt: first("time"),
    dwellingAt: first("dwelling"),
    stepAt: first("step"),
    stepS: null,
    seriesAt: series === "" && seriesAt !== -1 ? seriesAt : null,
    meterAt: series !== "" && seriesAt !== -1 ? [seriesAt] : [],
    columns: values.map(({ at, unit }) => {
      const replacedAt = replacedOf(at);
      return {
        at,
        name: name(at),
        unit: unit || unitOfHeading(head[at] ?? ""),
        unitAt: first("unit"),
        replaced: replacedAt === -1 ? null : { at: replacedAt, name: name(replacedAt) },
      };
    }),
    hasOneValue: false,
    series,
    roles: head.map((text, at) => {
      return { heading: text.trim(), role: columns[at]?.role ?? "ignored" };
    }),
  };
}
