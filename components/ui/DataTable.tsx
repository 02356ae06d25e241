/** A table of rows with sortable heads, and its foot with pages and files. @module */

import type { ComponentChildren } from "preact";
import {
  PAGE_SIZE,
  type PageItem,
  pageItems,
  paginated,
  type TablePage,
} from "@/lib/ui/pagination.ts";
import { tableFileLinks, withMore } from "@/lib/ui/query.ts";
import {
  readTableState,
  type SortValue,
  type TableState,
  withPage,
  withSort,
  writeTableState,
} from "@/lib/ui/tables.ts";
import {
  EXPORT_COMMA_CSV,
  EXPORT_CSV,
  pageLabel,
  PAGINATION_LABEL,
  rowsLabel,
  sortLabel,
} from "@/lib/ui/text_tables.ts";
import { Icon } from "./Icon.tsx";
import { EmptyState, type EmptyStateProps, TableRegion } from "./Page.tsx";

interface TableFootProps {
  path: string;
  state: TableState;
  page: Omit<TablePage<unknown>, "rows">;
}

/** Under a table: the range of rows shown, the other pages, the file of every matching row. */
export function TableFoot({ path, state, page }: TableFootProps) {
  return (
    <div class="table-foot">
      <span>{rowsLabel(page)}</span>
      <Pagination path={path} state={state} page={page} />
      <CsvLinks page={withMore(path, writeTableState(state))} />
    </div>
  );
}

interface PaginationProps {
  path: string;
  state: TableState;
  page: Pick<TablePage<unknown>, "page" | "pageCount">;
}

/** Links to the pages of a table (F §9); nothing when there is only one. */
export function Pagination({ path, state, page: { page, pageCount } }: PaginationProps) {
  const items = pageItems(page, pageCount);
  if (items.length === 0) return null;
  const hrefOf = (to: number) => withMore(path, writeTableState(withPage(state, to)));
  return (
    <nav class="pagination" aria-label={PAGINATION_LABEL}>
      {items.map((item, position) => (
        <PaginationItem key={position} item={item} hrefOf={hrefOf} pageCount={pageCount} />
      ))}
    </nav>
  );
}

function PaginationItem(
  { item, hrefOf, pageCount }: {
    item: PageItem;
    hrefOf: (page: number) => string;
    pageCount: number;
  },
) {
  if (item.kind === "ellipsis") return <span aria-hidden="true">…</span>;
  return (
    <a
      class={item.isCurrent ? "chosen" : undefined}
      href={hrefOf(item.page)}
      aria-label={pageLabel(item.page, pageCount)}
      aria-current={item.isCurrent ? "page" : "false"}
    >
      {item.page}
    </a>
  );
}

/** Source of the file of a table. */
interface CsvSource {
  /** URL of the page with the table, with its filters. */
  page: string | URL;
  /** Name of the table, when the page has several. */
  table?: string;
}

/** 'Exporter en CSV' in both dialects: every row that matches the filters, not only the page shown. */
export function CsvLinks({ page, table }: CsvSource) {
  const { semicolon, comma } = tableFileLinks(page, table);
  return (
    <span class="row push small">
      <a class="row" href={semicolon} aria-current="false" download>
        <Icon name="download" small />
        {EXPORT_CSV}
      </a>
      <a href={comma} aria-current="false" download>{EXPORT_COMMA_CSV}</a>
    </span>
  );
}

export interface TableColumn<Row> {
  field: string;
  label: string;
  /** Written in the head only. */
  unit?: string;
  /** Right-aligned, with tabular figures. */
  number?: boolean;
  /** Its cells are not wrapped: a date, a month. */
  unbroken?: boolean;
  /** What the row is read for: on a phone it stays in view at the end, while the others scroll. */
  verdict?: boolean;
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
            {columns.map((column, position) => (
              <BodyCell key={column.field} column={column} row={row} position={position} />
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
  const { field, label, unit, number, verdict, sortable = true } = column;
  const className = classesOf(number && "number", verdict && VERDICT);
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

/** Class of the cells that stay in view on a phone. */
export const VERDICT = "verdict";

function BodyCell<Row>(
  { column, row, position }: { column: TableColumn<Row>; row: Row; position: number },
) {
  const content = column.cell?.(row);
  const text = () => typeof content === "string" ? content : column.value?.(row);
  const className = classesOf(classOf(column, position, text), column.verdict && VERDICT);
  return position === 0
    ? <th scope="row" class={className}>{content}</th>
    : <td class={className}>{content}</td>;
}

function classesOf(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter((name) => name).join(" ") || undefined;
}

/** Longer than any word of French: a text without spaces. */
const LONG_WORD = /[^\s-]{30}/;

/** Letters of a text that is wider than what the first column leaves of a phone's window. */
const WIDE = 20;

/** @param textOf the text of the cell, which is read for columns of texts only */
function classOf(
  { number, unbroken }: Pick<TableColumn<never>, "number" | "unbroken">,
  position: number,
  textOf: () => unknown,
) {
  if (number) return "number";
  if (unbroken) return "unbroken";
  const text = textOf();
  if (typeof text !== "string") return undefined;
  if (LONG_WORD.test(text)) return "long-word";
  return position === 1 && text.length > WIDE ? "wide" : undefined;
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
      {cells.map((cell, position) =>
        cell === null ? <td key={position} /> : <td key={position} class="number">{cell}</td>
      )}
    </tr>
  );
}

/** A table without search or filters, declared once for its page and its file. */
export interface PageTable<Row> extends Readonly<Omit<DataTableProps<Row>, "sorting" | "csv">> {
  /** Its name in the URL of the file, on a page with several. */
  readonly table?: string;
  readonly fileName: string;
  /** What is said without rows; nothing by default. */
  readonly empty?: EmptyStateProps;
}

/** The tables of a page that have rows, shown whole, each with links to its file. */
export function PageTables({ tables, url }: { tables: readonly PageTable<unknown>[]; url: URL }) {
  return (
    <>
      {tables.map(({ table, fileName, empty, ...shown }) =>
        shown.rows.length === 0
          ? empty && <EmptyState key={fileName} {...empty} />
          : <DataTable key={fileName} {...shown} csv={{ page: url, ...table && { table } }} />
      )}
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
  const { caption, columns, rows, wide, empty } = table;
  if (rows.length === 0 && empty) return <EmptyState {...empty} />;
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
