/** The heading and the first lines of a file, for its user to say what each column contains. @module */

import { firstCharacters } from "@/lib/base/strings.ts";
import { plainHeading } from "@/lib/files/csv_headings.ts";
import { COLUMN_ROLES, type ColumnRole } from "@/lib/ingest/readings_file_options.ts";
import {
  findHeading,
  headingAt,
  headingIn,
  type HeadingLine,
  headingToChoose,
  rowsAfter,
} from "./file_formats.ts";
import { columnName } from "./import_text.ts";
import type { ReadingsImport } from "./schema.ts";

/** Maximum number of columns that a page asks about. */
const COLUMNS_ASKED = 40;
/** Number of lines shown, of characters of a cell, and of a heading that identifies the file. */
const [ROWS_SHOWN, CELL_SHOWN, HEADING_SHOWN] = [3, 30, 200];

/** A column of a file, with what was said of it. */
interface SampleColumn {
  readonly name: string;
  readonly isNamed: boolean;
  /** Its first values. */
  readonly values: readonly string[];
  /** What it was recognised as; null when that is not known. */
  readonly role: ColumnRole | null;
  /** What the user chose; "" to read it as recognised. */
  readonly chosen: ColumnRole | "";
  readonly unit: string;
}

export interface ColumnSample {
  readonly line: number;
  /** Tells whether another file is sent with the choices about this one. */
  readonly heading: string;
  readonly columns: readonly SampleColumn[];
  /** Number of columns of the file, some of which are not listed. */
  readonly count: number;
  readonly isRecognized: boolean;
  /** Whether the choices come from a remembered one. */
  readonly isRemembered: boolean;
}

/** Reads a field of the submitted form; "" when it is absent. */
type Typed = (name: string) => string;

/**
 * The columns of a file, and what the form says of them: choices about another heading are dropped.
 *
 * @spec imports.column-choice
 * @returns null for a text without a line
 */
export function columnSample(text: string, typed: Typed): ColumnSample | null {
  const { heading, isOwn } = headingOf(text, typed);
  if (heading === null) return null;
  const rows = rowsAfter(text, heading, ROWS_SHOWN);
  const columns = heading.cells.slice(0, COLUMNS_ASKED).map((name, at): SampleColumn => ({
    name: firstCharacters(name.trim(), CELL_SHOWN) || columnName(at + 1),
    values: rows.map((cells) => firstCharacters(cells[at]?.trim() ?? "", CELL_SHOWN))
      .filter((cell) => cell !== ""),
    isNamed: name.trim() !== "",
    role: null,
    chosen: COLUMN_ROLES.find((role) => isOwn && typed(`role.${at}`) === role) ?? "",
    unit: isOwn ? typed(`unit.${at}`).replace(/[,:]/g, " ").trim() : "",
  }));
  return {
    line: heading.line,
    heading: identified(heading),
    columns,
    count: heading.cells.length,
    isRecognized: headingIn(text, findHeading)?.line === heading.line,
    isRemembered: isOwn && typed("shown.remembered") !== "",
  };
}

/**
 * The columns of a file after a trial run: as chosen, in the form or for an earlier file, otherwise as recognised.
 *
 * @spec imports.column-choice
 */
export function sampleAsRead(
  text: string,
  typed: Typed,
  { columns: read, remembered }: Pick<ReadingsImport, "columns" | "remembered">,
): ColumnSample | null {
  if (remembered !== null) return columnSample(text, typedAs(text, remembered));
  const sample = columnSample(text, typed);
  if (sample === null || isSaid(sample)) return sample;
  const roles = read.values();
  const columns = sample.columns.map((column) =>
    column.isNamed ? { ...column, role: roles.next().value?.role ?? null } : column
  );
  return { ...sample, columns };
}

/** The fields of a form in which a remembered choice was made. */
function typedAs(
  text: string,
  { line, columns }: NonNullable<ReadingsImport["remembered"]>,
): Typed {
  const heading = headingAt(text, line);
  const fields = new Map([
    ["shown.line", String(line)],
    ["shown.heading", heading === null ? "" : identified(heading)],
    ["shown.remembered", "true"],
  ]);
  for (const [at, column] of columns.split(",").entries()) {
    const [role = "", unit = ""] = column.split(":");
    fields.set(`role.${at}`, role.trim()).set(`unit.${at}`, unit);
  }
  return (name) => fields.get(name) ?? "";
}

function isSaid({ columns }: ColumnSample): boolean {
  return columns.some(({ chosen, unit }) => chosen !== "" || unit !== "");
}

/** The columns and the line of the heading to send; none when the file is to be read as it is recognised. */
export function chosenQuery(
  text: string,
  typed: Typed,
): { readonly columns?: string; readonly heading?: string } {
  const sample = columnSample(text, typed);
  if (sample === null) return {};
  const isAsItIs = !isSaid(sample) && !sample.isRemembered;
  if (isAsItIs && sample.line === headingToChoose(text)?.line) return {};
  const columns = sample.columns.map(({ chosen, unit }) =>
    unit !== "" && ["", "value", "index"].includes(chosen) ? `${chosen}:${unit}` : chosen
  );
  return { columns: columns.join(","), heading: String(sample.line) };
}

/** The heading, and whether the choices of the form are about it. */
function headingOf(
  text: string,
  typed: Typed,
): { readonly heading: HeadingLine | null; readonly isOwn: boolean } {
  const shown = Number(typed("shown.line"));
  const wanted = Number(typed("heading.line")) || shown;
  const at = wanted > 0 ? headingAt(text, wanted) : null;
  const isOwn = at !== null && identified(at) === typed("shown.heading");
  // The line of another file's heading says nothing about this one.
  return isOwn || at !== null && wanted !== shown
    ? { heading: at, isOwn }
    : { heading: headingToChoose(text), isOwn: false };
}

function identified({ cells }: HeadingLine): string {
  return firstCharacters(plainHeading(cells.join(" ")), HEADING_SHOWN);
}
