import type { ComponentChildren } from "preact";
import { DataTable, type TableColumn } from "./DataTable.tsx";

/** A table shown whole, declared once for its page and its file. */
export interface PageTable<Row> {
  /** Its name in the URL of the file, on a page with several. */
  readonly table?: string;
  readonly fileName: string;
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  rowKey(row: Row): string;
  /** Rows at the foot, as `<tr>`. */
  readonly foot?: ComponentChildren;
}

/** The tables of a page that have rows, each with links to its file. */
export function PageTables({ tables, url }: { tables: readonly PageTable<unknown>[]; url: URL }) {
  return (
    <>
      {tables.filter(({ rows }) => rows.length > 0).map(({ table, fileName, ...shown }) => (
        <DataTable key={fileName} {...shown} csv={{ page: url, ...table && { table } }} />
      ))}
    </>
  );
}
