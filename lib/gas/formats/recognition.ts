/** Finds the heading of a gas file, and what its lines contain. @module */

import { plainHeading } from "@/lib/files/csv_headings.ts";
import { bracketed } from "@/lib/timeseries/sent_units.ts";
import { GAS_COLUMNS, type GasColumn, type GasFormat } from "./gas_format.ts";
import { GAS_INDEXES } from "./gas_indexes.ts";
import { GAS_LINES } from "./gas_lines.ts";
import { GRDF_ADICT } from "./grdf_adict.ts";
import { GRDF_CUSTOMER_SPACE } from "./grdf_customer_space.ts";

export const GAS_FORMATS: readonly GasFormat[] = [
  GAS_LINES,
  GRDF_ADICT,
  GAS_INDEXES,
  GRDF_CUSTOMER_SPACE,
];

/** Units of the figures of a line; the factors are read as they are. */
const COLUMN_UNITS: Readonly<Partial<Record<GasColumn, string>>> = {
  fromIndex: "m³",
  toIndex: "m³",
  volume: "m³",
  index: "m³",
  energy: "kWh",
};

/** A column of a file, with the unit of its heading and that of its figures; "" without one. */
interface FoundColumn {
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

export type FoundColumns = ReadonlyMap<GasColumn, FoundColumn>;

/**
 * The columns of a heading; those without a known one are left out. Formats of the same content share their words.
 */
export function columnsOf(cells: readonly string[], content: GasFormat["content"]): FoundColumns {
  const formats = GAS_FORMATS.filter((one) => one.content === content);
  const names = cells.map(plainHeading);
  const found = new Map<GasColumn, FoundColumn>();
  for (const column of GAS_COLUMNS) {
    const headings = formats.flatMap((one) => one.headings[column] ?? []);
    const to = COLUMN_UNITS[column] ?? "";
    const known = names.findIndex((name) => headings.includes(name));
    // The same heading with another unit, « Énergie (MWh) ».
    const at = known === -1 && to !== ""
      ? names.findIndex((name) => headings.includes(bracketed(name)?.name ?? ""))
      : known;
    const from = to === "" ? "" : bracketed(cells[at] ?? "")?.unit ?? "";
    if (at !== -1) found.set(column, { at, from, to });
  }
  return found;
}

interface GasHeading {
  /** Its position among the first lines. */
  readonly at: number;
  readonly content: GasFormat["content"];
}

/**
 * The heading of a gas file: the first line with the columns of a format.
 *
 * @spec gas.import
 * @param lines cells of the first lines
 */
export function findGasHeading(lines: readonly (readonly string[])[]): GasHeading | null {
  for (const [at, cells] of lines.entries()) {
    for (const { content, required } of GAS_FORMATS) {
      const columns = columnsOf(cells, content);
      if (required.every((name) => columns.has(name))) return { at, content };
    }
  }
  return null;
}
