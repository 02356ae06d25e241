/** Formats of files of gas lines, and the heading by which each is recognised. @module */

import { plainHeading } from "@/lib/files/csv_headings.ts";
import { bracketed } from "@/lib/timeseries/sent_units.ts";
import { GAS_FIGURES } from "./lines.ts";

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

/** GRDF: what its ADICT service gives, with its own names as headings. */
const GRDF_ADICT: GasFormat = {
  id: "grdf-adict",
  name: "Export d’ADICT de GRDF",
  content: "periods",
  headings: {
    pce: ["id_pce"],
    type: ["type_conso"],
    fromDate: ["date_debut_consommation"],
    toDate: ["date_fin_consommation"],
    fromIndex: ["index_debut", "index_brut_debut"],
    toIndex: ["index_fin", "index_brut_fin"],
    volume: ["volume_brut"],
    energy: ["energie"],
    factorPta: ["coeff_pta"],
    factorPcs: ["valeur_pcs"],
    factorConversion: ["coeff_conversion"],
  },
  required: ["type", "fromDate", "toDate"],
  example: `id_pce;type_conso;date_debut_consommation;date_fin_consommation;volume_brut;energie;\
coeff_pta;coeff_conversion
23000000000000;Publiée;2025-09-01T06:00:00+02:00;2025-10-01T06:00:00+02:00;180;2032;null;11.29
23000000000000;Informative Journalier;2025-10-01T06:00:00+02:00;2025-10-02T06:00:00+02:00;1;8;\
null;11.16
`,
};

/** GRDF: the months, or the days, that a customer downloads. A month is published, a day is informative. */
const GRDF_CUSTOMER_SPACE: GasFormat = {
  id: "grdf-customer-space",
  name: "Espace client de GRDF",
  content: "dated",
  headings: {
    date: ["date de releve"],
    volume: ["volume consomme (m3)"],
    energy: ["energie consommee (kwh)"],
    factorConversion: ["coefficient de conversion"],
  },
  required: ["date", "volume", "energy"],
  example: `;Données informatives et détaillées;;;Export du 24/11/2025
;;;;
;;Adresse du logement :;;
;;N° PCE :;23000000000000;
;;Libellé du logement :;;
;;;;
;Avertissement du distributeur;;;
;;;;
;Date de relevé;Volume consommé (m3);Energie consommée (kWh);
;Août 2025 ;78;848;
;Septembre 2025 ;348;3 811;
;Total ;426;4 659;
`,
};

/** The file of the page of a gas delivery point: a line for each period. */
const GAS_LINES: GasFormat = {
  id: "gas-lines",
  name: "Relevés de gaz de la plateforme",
  content: "periods",
  headings: {
    pce: ["pce", "point de livraison"],
    type: ["type", "type de donnees"],
    fromDate: ["du", "debut", "date de debut"],
    toDate: ["au", "fin", "date de fin"],
    fromIndex: ["index de debut (m3)", "index de debut"],
    toIndex: ["index de fin (m3)", "index de fin"],
    volume: ["volume (m3)", "volume"],
    energy: ["energie (kwh)", "energie"],
    factorPta: ["pta"],
    factorPcs: ["pcs", "pcs (kwh/m3(n))"],
    factorConversion: ["conversion (kwh/m3)", "conversion"],
  },
  required: ["type", "fromDate", "toDate"],
  example:
    `Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA;PCS;Conversion
Publiée;01/09/2025;01/10/2025;771;951;180;2032;0,968;11,66;11,29
`,
};

/** Dated indexes of gas meters, of any origin: each one and its predecessor make a published line. */
const GAS_INDEXES: GasFormat = {
  id: "gas-indexes",
  name: "Index de compteurs de gaz",
  content: "indexes",
  headings: {
    pce: ["pce", "id_pce", "point de livraison"],
    date: ["date de releve", "date", "date_releve"],
    index: ["index (m3)", "index", "valeur_index"],
    energy: ["energie (kwh)", "energie"],
  },
  required: ["date", "index"],
  example: `PCE;Date de relevé;Index (m³);Énergie (kWh)
23000000000000;01/09/2025;771;
23000000000000;01/10/2025;951;2032
`,
};

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
