import type { ComponentChildren } from "preact";
import { PAGE_SIZE, paginated } from "@/lib/domain/tables/paginate.ts";
import type { SortValue } from "@/lib/domain/tables/sort.ts";
import {
  readTableState,
  type TableState,
  withSort,
  writeTableState,
} from "@/lib/domain/tables/table_state.ts";
import { withMore } from "@/lib/links/query.ts";
import { sortLabel } from "@/lib/text/format/tables.ts";
import { CsvLinks, type CsvSource, TableFoot } from "./TableFoot.tsx";
import { TableRegion } from "./TableRegion.tsx";

export interface TableColumn<Row> {
  field: string;
  label: string;
  /** Written in the head only. */
  unit?: string;
  /** Right-aligned, with tabular figures. */
  number?: boolean;
  /** Its cells are not wrapped: a date, a month. */
  unbroken?: boolean;
  /** False when sorting makes no sense. */
  sortable?: boolean;
  /** Content of a cell; a column without it is only in the file. */
  cell?(row: Row): ComponentChildren;
  /** Heading in a file; its label and unit when omitted. */
  header?: string;
  /** Value in a file; a column without it is only on the page. */
  value?(row: Row): string | number | null;
  /** Sort value in a list; by default, the value in the file. */
  sort?(row: Row): SortValue;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** URL of the sort links; a table without it cannot be sorted. */
  sorting?: { path: string; state: TableState };
  /** True for the row of the previous page, or whose form is on the page, if any. */
  isCurrent?(row: Row): boolean;
  /** True for more columns than a screen's width: the table scrolls in its own box. By default, from nine on. */
  wide?: boolean | undefined;
  /** Rows at the foot, as `<tr>`. */
  foot?: ComponentChildren;
  csv?: CsvSource;
}

/** A table whose first column names its rows, with a sticky head and sort links (F §2). */
export function DataTable<Row>({ csv, ...table }: DataTableProps<Row>) {
  if (csv === undefined) return <TableBox {...table} />;
  return (
    <div class="table-block">
      <TableBox {...table} />
      <div class="table-foot">
        <CsvLinks {...csv} />
      </div>
    </div>
  );
}

/** Number of columns that seldom fit beside the menu at 1280 px. */
const WIDE_COLUMNS = 9;

function TableBox<Row>(props: Omit<DataTableProps<Row>, "csv">) {
  const { caption, rows, foot } = props;
  const columns = props.columns.filter(({ cell }) => cell !== undefined);
  const { wide = columns.length >= WIDE_COLUMNS } = props;
  return (
    <TableRegion caption={caption} class={wide ? "table-box table-box-wide" : "table-box"}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.field} column={column} sorting={props.sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} aria-current={props.isCurrent?.(row) ? "true" : undefined}>
            {columns.map((column, rank) => (
              <BodyCell key={column.field} column={column} row={row} rank={rank} />
            ))}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </TableRegion>
  );
}

/** How a sorted column is announced to screen readers. */
const ARIA_SORTS = { asc: "ascending", desc: "descending" } as const;

function HeadCell<Row>(
  { column, sorting }: { column: TableColumn<Row>; sorting: DataTableProps<Row>["sorting"] },
) {
  const { field, label, unit, number, sortable = true } = column;
  const className = number ? "number" : undefined;
  if (sorting === undefined || !sortable) {
    return (
      <th scope="col" class={className}>
        {label}
        {unit && <span class="unit">&nbsp;({unit})</span>}
      </th>
    );
  }
  const sort = sorting.state.sort?.field === field ? sorting.state.sort.direction : null;
  return (
    <th scope="col" class={className} aria-sort={sort === null ? undefined : ARIA_SORTS[sort]}>
      <SortLink {...sorting} field={field} label={label} unit={unit} />
    </th>
  );
}

function BodyCell<Row>(
  { column, row, rank }: { column: TableColumn<Row>; row: Row; rank: number },
) {
  const content = column.cell?.(row);
  const className = classOf(
    column,
    () => typeof content === "string" ? content : column.value?.(row),
  );
  return rank === 0
    ? <th scope="row" class={className}>{content}</th>
    : <td class={className}>{content}</td>;
}

/** Longer than any word of French: a text without spaces. */
const LONG_WORD = /[^\s-]{30}/;

/** @param textOf the text of the cell, which is read for columns of texts only */
function classOf(
  { number, unbroken }: Pick<TableColumn<never>, "number" | "unbroken">,
  textOf: () => unknown,
) {
  if (number) return "number";
  if (unbroken) return "unbroken";
  const text = textOf();
  return typeof text === "string" && LONG_WORD.test(text) ? "long-word" : undefined;
}

interface SortLinkProps {
  path: string;
  state: TableState;
  field: string;
  label: string;
  unit?: string | undefined;
}

/** A column head that sorts by its column, or reverses the order (F §4). */
function SortLink({ path, state, field, label, unit }: SortLinkProps) {
  const sorted = withSort(state, field);
  return (
    <a
      class="sort-link"
      href={withMore(path, writeTableState(sorted))}
      aria-current="false"
      title={sortLabel(label, sorted.sort?.direction ?? "asc")}
    >
      {label}
      {unit && <span class="unit">&nbsp;({unit})</span>}
    </a>
  );
}

interface TotalRowProps {
  label?: string;
  /** Null for a column without a total. */
  cells: readonly (string | null)[];
}

export function TotalRow({ label = "Total", cells }: TotalRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map((cell, rank) =>
        cell === null ? <td key={rank} /> : <td key={rank} class="number">{cell}</td>
      )}
    </tr>
  );
}

/** A table without search or filters, declared once for its page and its file. */
export interface PageTable<Row> extends Readonly<Omit<DataTableProps<Row>, "sorting" | "csv">> {
  /** Its name in the URL of the file, on a page with several. */
  readonly table?: string;
  readonly fileName: string;
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
  children?: ComponentChildren;
}

/** A table shown page by page. */
export function PagedRows<Row>(
  { table, url, pageSize = PAGE_SIZE, live, children }: PagedRowsProps<Row>,
) {
  const { caption, columns, rows, wide } = table;
  const state = readTableState(url.searchParams);
  const page = paginated(rows, state.page, pageSize);
  const shown = <DataTable {...{ caption, columns, wide }} rows={page.rows} />;
  return (
    <div class={live === undefined ? "table-block" : "stack"}>
      {live === undefined ? shown : <div data-live={live}>{shown}</div>}
      {children}
      <TableFoot path={url.pathname} state={state} page={page} />
    </div>
  );
}
