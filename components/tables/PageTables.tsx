import type { ComponentChildren } from "preact";
import { PAGE_SIZE, paginated } from "@/lib/domain/tables/paginate.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { DataTable, type TableColumn } from "./DataTable.tsx";
import { TableFoot } from "./TableFoot.tsx";

/** A table without search or filters, declared once for its page and its file. */
export interface PageTable<Row> {
  /** Its name in the URL of the file, on a page with several. */
  readonly table?: string;
  readonly fileName: string;
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** True for the row whose form is on the page. */
  isCurrent?(row: Row): boolean;
  /** Rows at the foot, as `<tr>`. */
  readonly foot?: ComponentChildren;
  readonly wide?: boolean;
}

/** The tables of a page that have rows, shown whole, each with links to its file. */
export function PageTables({ tables, url }: { tables: readonly PageTable<unknown>[]; url: URL }) {
  return (
    <>
      {tables.filter(({ rows }) => rows.length > 0).map(({ table, fileName, ...shown }) => (
        <DataTable key={fileName} {...shown} csv={{ page: url, ...table && { table } }} />
      ))}
    </>
  );
}

interface PagedRowsProps<Row> {
  table: PageTable<Row>;
  url: URL;
  pageSize?: number;
  /** Name of its part of the page, when it is refreshed in place. */
  live?: string;
  /** Content under the rows. */
  children?: ComponentChildren;
}

/** A table shown page by page. */
export function PagedRows<Row>(
  { table: { caption, columns, rows }, url, pageSize = PAGE_SIZE, live, children }: PagedRowsProps<
    Row
  >,
) {
  const state = readTableState(url.searchParams);
  const page = paginated(rows, state.page, pageSize);
  const shown = <DataTable caption={caption} columns={columns} rows={page.rows} />;
  return (
    <div class={live === undefined ? "table-block" : "stack"}>
      {live === undefined ? shown : <div data-live={live}>{shown}</div>}
      {children}
      <TableFoot path={url.pathname} state={state} page={page} />
    </div>
  );
}
