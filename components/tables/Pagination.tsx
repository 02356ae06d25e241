import { type PageItem, pageItems, type TablePage } from "@/lib/domain/tables/paginate.ts";
import { type TableState, withPage, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { withMore } from "@/lib/links/query.ts";
import { pageLabel, PAGINATION_LABELS } from "@/lib/text/format/tables.ts";

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
