import { CSV_DIALECTS, type CsvColumn, type DialectName } from "@/lib/domain/tables/csv.ts";
import { csvStream } from "./csv_stream.ts";
import { csvFlow } from "./download.ts";

/** Parameter by which the address of a page asks for its table as a file, and the one that says which table. */
const FILE_PARAMETER = "csv";
const TABLE_PARAMETER = "table";

/** A column of a table, as far as its file looks at it. */
export interface WrittenColumn<Row> {
  readonly label: string;
  readonly unit?: string;
  value?(row: Row): string | number | null;
}

/** A table as a file. */
interface TableFile<Row> {
  /** Tells the tables of a page apart; the page has one without it. */
  readonly table?: string;
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
 * @spec tables.files
 * @returns null when the page itself is asked, or another of its tables
 */
export function tableFile<Row>(
  url: URL,
  { table: name, fileName, ...table }: TableFile<Row>,
): Response | null {
  const dialect = dialectAsked(url);
  if (dialect === null) return null;
  if ((name ?? null) !== url.searchParams.get(TABLE_PARAMETER)) return null;
  const columns = table.columns.flatMap(({ label, unit, value }): CsvColumn<Row>[] =>
    value === undefined ? [] : [{ header: unit ? `${label} (${unit})` : label, value }]
  );
  return csvFlow(csvStream(columns, table.rows, CSV_DIALECTS[dialect]), fileName);
}

/** Whether a page's address asks for a table of it as a file: rows that the page does not show are then read too. */
export function isFileAsked(url: URL): boolean {
  return dialectAsked(url) !== null;
}

function dialectAsked({ searchParams }: URL): DialectName | null {
  const dialect = searchParams.get(FILE_PARAMETER);
  return dialect === "semicolon" || dialect === "comma" ? dialect : null;
}

/** The addresses of a page's table as a file, in both dialects; its filters and its sort stay. */
export function tableFileLinks(
  { pathname, searchParams }: URL,
  table?: string,
): { semicolon: string; comma: string } {
  const linkOf = (dialect: DialectName) => {
    const query = new URLSearchParams(searchParams);
    query.delete("page");
    query.set(FILE_PARAMETER, dialect);
    if (table !== undefined) query.set(TABLE_PARAMETER, table);
    return `${pathname}?${query.toString().replaceAll("%3A", ":")}`;
  };
  return { semicolon: linkOf("semicolon"), comma: linkOf("comma") };
}
