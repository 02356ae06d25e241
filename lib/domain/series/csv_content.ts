/** Content of a file's values. `natural` is what each series expects. */
export const FILE_CONTENTS = ["natural", "index", "consumption"] as const;
export type FileContent = typeof FILE_CONTENTS[number];

/** Whether the instant of a consumption is the one it begins at or the one it ends at. */
export const STAMPS = ["begin", "end"] as const;
export type Stamp = typeof STAMPS[number];

/** What becomes of a value where the series has another one already. */
export const ON_CONFLICT = ["replace", "keep"] as const;
export type OnConflict = typeof ON_CONFLICT[number];

/** How a file may write its dates: day first, year first, or by the number of a spreadsheet's day. */
export const DATE_ORDERS = ["dmy", "ymd", "serial"] as const;
export type DateOrder = typeof DATE_ORDERS[number];

/** The format of a file: declared, or detected in its first lines. */
export interface DetectedFormat {
  separator: ";" | "," | "tab";
  decimal: DecimalMark;
  dates: DateOrder;
  /** One value a line with the name of its series, or a column for each series. */
  shape: "long" | "wide";
}

/** Decimal marks of a file's numbers. */
export const DECIMAL_MARKS = [",", "."] as const;
export type DecimalMark = typeof DECIMAL_MARKS[number];

/** Falls of registers that the result of an import names. */
export const FALLS_SHOWN = 20;
