import { Icon } from "@/components/icons/Icon.tsx";
import { type PageItem, pageItems, type TablePage } from "@/lib/domain/tables/paginate.ts";
import { type TableState, withPage, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { withMore } from "@/lib/links/query.ts";
import { tableFileLinks } from "@/lib/links/table_files.ts";
import {
  EXPORT_COMMA_CSV,
  EXPORT_CSV,
  pageLabel,
  PAGINATION_LABELS,
  rowsLabel,
} from "@/lib/text/format/tables.ts";

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
    <nav class="pagination" aria-label={PAGINATION_LABELS.navigation}>
      {items.map((item, rank) => (
        <PaginationItem key={rank} item={item} hrefOf={hrefOf} pageCount={pageCount} />
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
export interface CsvSource {
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
