/** What a format of files of gas declares: each format is one file beside this one. @module */

import { GAS_FIGURES } from "@/lib/gas/lines.ts";

/** What a column of a gas file contains. */
export const GAS_COLUMNS = [
  "pce",
  "type",
  "fromDate",
  "toDate",
  ...GAS_FIGURES,
  "date",
  "index",
] as const;
export type GasColumn = typeof GAS_COLUMNS[number];

/** A format of files of gas. Headings are without accents or case, and `m³` is `m3`. */
export interface GasFormat {
  readonly id: string;
  /** French name. */
  readonly name: string;
  /** A line has the consumption of a period, or of a month or a day; or the index of a day. */
  readonly content: "periods" | "dated" | "indexes";
  /** Known headings of each column; the first one that a file has is used. */
  readonly headings: Readonly<Partial<Record<GasColumn, readonly string[]>>>;
  /** Columns without which a line is not the heading of this format. */
  readonly required: readonly GasColumn[];
  /** A short file of this format, with invented figures. */
  readonly example: string;
}
