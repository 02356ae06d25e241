/** The columns of a file as its user says what each contains: their text, their faults, their layout. @module */

import { sentUnit } from "@/lib/timeseries/sent_units.ts";
import { type Layout, layoutOf, unitOfHeading } from "./file_columns.ts";
import { numberOf, readInstant } from "./file_values.ts";
import { COLUMN_ROLES, type ColumnRole, type FileFormat } from "./formats/file_format.ts";
import { findHeading, headingIn, type HeadingLine } from "./formats/recognition.ts";
import { CHOSEN_MESSAGES, COLUMN_LABELS, columnName } from "./import_text.ts";
import type { FileContent } from "./readings_file_options.ts";

/** What a user says of a column. */
export interface ChosenColumn {
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
  example: "",
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
