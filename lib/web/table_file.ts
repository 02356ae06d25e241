import { CSV_DIALECTS, type CsvColumn, csvFile } from "../domain/tables/csv.ts";
import { csvDownload } from "./download.ts";

/** Parameter by which the address of a page asks for its table as a file. */
const FILE_PARAMETER = "csv";

/** A column of a table, as far as its file looks at it. */
export interface WrittenColumn<Row> {
  readonly label: string;
  readonly unit?: string;
  value?(row: Row): string | number | null;
}

/** A table as a file. */
interface TableFile<Row> {
  /** With its extension. */
  readonly fileName: string;
  /** Those without a value are left out; units are written in the heads. */
  readonly columns: readonly WrittenColumn<Row>[];
  /** Every row the filters keep, not only those of the page shown. */
  readonly rows: readonly Row[];
}

/**
 * The table of a page as a file, when the page's address asks for it: `?csv=semicolon` or `?csv=comma`.
 *
 * @spec F §9 "CSV export has two dialects"
 * @returns null when the page itself is asked
 */
export function tableFile<Row>(url: URL, { fileName, ...table }: TableFile<Row>): Response | null {
  const dialect = url.searchParams.get(FILE_PARAMETER);
  if (dialect !== "semicolon" && dialect !== "comma") return null;
  const columns = table.columns.flatMap(({ label, unit, value }): CsvColumn<Row>[] =>
    value === undefined ? [] : [{ header: unit ? `${label} (${unit})` : label, value }]
  );
  return csvDownload(csvFile(columns, table.rows, CSV_DIALECTS[dialect]), fileName);
}

/** The addresses of a page's table as a file, in both dialects; its filters and its sort stay. */
export function tableFileLinks({ pathname, searchParams }: URL): {
  semicolon: string;
  comma: string;
} {
  const linkOf = (dialect: keyof typeof CSV_DIALECTS) => {
    const query = new URLSearchParams(searchParams);
    query.delete("page");
    query.set(FILE_PARAMETER, dialect);
    return `${pathname}?${query.toString().replaceAll("%3A", ":")}`;
  };
  return { semicolon: linkOf("semicolon"), comma: linkOf("comma") };
}
