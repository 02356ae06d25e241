/** What a format of files of readings declares: each format is one file beside this one. @module */

import type { Stamp } from "@/lib/ingest/readings_file_options.ts";

/** What a column of a file contains. */
export const COLUMN_ROLES = [
  "date",
  "time",
  "dwelling",
  "series",
  "value",
  "index",
  "unit",
  "step",
  "replaced",
  "ignored",
] as const;
export type ColumnRole = typeof COLUMN_ROLES[number];

/** A format of files of readings. Headings and words are without accents or case, and `m³` is `m3`. */
export interface FileFormat {
  readonly id: string;
  /** French name, shown with the result of a trial run. */
  readonly name: string;
  /** Known headings of each role; the first one that a file has is used. */
  readonly headings: Readonly<Partial<Record<ColumnRole, readonly string[]>>>;
  /** Roles without which a line is not the heading of this format. */
  readonly required: readonly ColumnRole[];
  /** Other headings that a file of this format always has. */
  readonly marks?: readonly string[];
  /** Headings of a preamble's cells: the value is below the heading, or after it. The first one identifies the format. */
  readonly preamble?: { readonly mark: string; readonly unit?: string; readonly step?: string };
  /** Unit of the values that neither a column, their heading nor the preamble gives. */
  readonly unit?: string;
  /** Which end of a consumption its date is, in a format whose values are consumptions unless the user says otherwise. */
  readonly consumptions?: Stamp;
  /** Columns, all required, that tell the meters of a file apart: a chosen series takes the values of one meter. */
  readonly meter?: readonly string[];
  /** Cells that are no value: the others are refused. */
  readonly missing?: readonly string[];
  /** First words of lines that contain no reading. */
  readonly otherLines?: readonly string[];
  /** Time of a line without one, in a format whose dates have none; midnight when omitted. */
  readonly time?: string;
  /** A short file of this format, with invented figures. */
  readonly example: string;
}
