/** Options and detected format of a file of readings. @module */

/** Content of a file's values; `natural` is the kind of each series. */
export const FILE_CONTENTS = ["natural", "index", "consumption"] as const;
export type FileContent = typeof FILE_CONTENTS[number];

/** Whether the instant of a consumption is its beginning or its end. */
export const STAMPS = ["begin", "end"] as const;
export type Stamp = typeof STAMPS[number];

/** Treatment of a value when the series already has a different one. */
export const ON_CONFLICT = ["replace", "keep"] as const;
export type OnConflict = typeof ON_CONFLICT[number];

/** Date formats of a file: day first, year first, a spreadsheet's day number, or seconds or milliseconds since 1970. */
export const DATE_ORDERS = ["dmy", "ymd", "serial", "unix"] as const;
export type DateOrder = typeof DATE_ORDERS[number];

/** The format of a file: declared, or detected in its first lines. */
export interface DetectedFormat {
  separator: ";" | "," | "tab";
  decimal: DecimalMark;
  dates: DateOrder;
  /** One value per line with the name of its series, or one column per series. */
  shape: "long" | "wide";
}

/** Decimal marks of a file's numbers. */
export const DECIMAL_MARKS = [",", "."] as const;
export type DecimalMark = typeof DECIMAL_MARKS[number];

/** Number of register falls listed in the result of an import. */
export const FALLS_SHOWN = 20;
/** Maximum number of errors listed for an import. */
export const ERRORS_SHOWN = 100;
/** Number of values shown as they were read. */
export const FIRST_READINGS_SHOWN = 10;

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
