import { namesOf } from "@/lib/domain/forms/records.ts";
import type { GasImportError } from "@/lib/domain/gas/types.ts";
import { bracketed, inUnit } from "@/lib/domain/series/sent_units.ts";
import { type CsvRow, plainName } from "./csv_table.ts";

/** Headings of each column, without accents: those of the export are first. */
const HEADS = {
  pce: ["pce", "id_pce", "point de livraison"],
  type: ["type", "type de donnees", "type_conso"],
  fromDate: ["du", "debut", "date de debut", "date_debut_consommation"],
  toDate: ["au", "fin", "date de fin", "date_fin_consommation"],
  fromIndex: ["index de debut (m3)", "index de debut", "index_debut"],
  toIndex: ["index de fin (m3)", "index de fin", "index_fin"],
  volume: ["volume (m3)", "volume", "volume_brut"],
  energy: ["energie (kwh)", "energie"],
  factorPta: ["pta", "coeff_pta"],
  factorPcs: ["pcs", "pcs (kwh/m3(n))", "valeur_pcs"],
  factorConversion: ["conversion (kwh/m3)", "conversion", "coeff_conversion"],
  date: ["date de releve", "date", "date_releve"],
  index: ["index (m3)", "index", "valeur_index"],
} as const;

export type Column = keyof typeof HEADS;

/** Units of the figures of a line; the factors are read as they are. */
const COLUMN_UNITS: Readonly<Partial<Record<Column, string>>> = {
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

export type Columns = ReadonlyMap<Column, FoundColumn>;

/** A line of a gas file, read by columns. */
export interface ReadRow {
  readonly lineNumber: number;
  readonly pce: string;
  cell(name: Column): string;
  /** In the unit of its column: null for an empty cell, NaN when it is not a number from 0. */
  figure(name: Column): number | null;
}

export function rowOf({ line, cells }: CsvRow, columns: Columns, pce: string): ReadRow {
  const cell = (name: Column) => cells[columns.get(name)?.at ?? -1]?.trim() ?? "";
  const figure = (name: Column) => {
    const { from = "", to = "" } = columns.get(name) ?? {};
    const written = numberOf(cell(name));
    return written === null ? null : inUnit(written, { from, to });
  };
  return { lineNumber: line, pce: cell("pce") || pce, cell, figure };
}

/** The first heading whose unit does not convert to that of its figures. @spec imports.units */
export function unitFault(columns: Columns): Omit<GasImportError, "line"> | null {
  for (const { from, to } of columns.values()) {
    if (inUnit(1, { from, to }) === null) return { fault: "unit", units: { from, to } };
  }
  return null;
}

/** The columns of a heading; those without a known one are left out. */
export function columnsOf(head: readonly string[]): Columns {
  const names = head.map((name) => plainName(name.replaceAll("³", "3")));
  const found = new Map<Column, FoundColumn>();
  for (const column of namesOf(HEADS)) {
    const heads: readonly string[] = HEADS[column];
    const to = COLUMN_UNITS[column] ?? "";
    const known = names.findIndex((name) => heads.includes(name));
    // The same heading with another unit, « Énergie (MWh) ».
    const at = known === -1 && to !== ""
      ? names.findIndex((name) => heads.includes(bracketed(name)?.name ?? ""))
      : known;
    const from = to === "" ? "" : bracketed(head[at] ?? "")?.unit ?? "";
    if (at !== -1) found.set(column, { at, from, to });
  }
  return found;
}

/** null for an empty cell, NaN when it is not a number from 0. */
function numberOf(text: string): number | null {
  const written = text.replace(/[\s\u00A0\u202F]/g, "");
  if (written === "") return null;
  return /^\d{1,12}(?:[.,]\d{1,9})?$/.test(written) ? Number(written.replace(",", ".")) : NaN;
}
