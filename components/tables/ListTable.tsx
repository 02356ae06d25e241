import type { ComponentChildren } from "preact";
import type { IconName } from "@/components/icons/Icon.tsx";
import { EmptyState } from "@/components/page/Page.tsx";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { PAGE_SIZE, paginated, type TablePage } from "@/lib/domain/tables/paginate.ts";
import type { TableSort, TableState } from "@/lib/domain/tables/table_state.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { NO_ROW_KEPT } from "@/lib/text/format/tables.ts";
import { DataTable } from "./DataTable.tsx";
import { FilterSelect, type FilterSelectProps } from "./FilterSelect.tsx";
import { type List, type ListRows, rulesOf } from "./list.ts";
import { TableFoot } from "./TableFoot.tsx";
import { TableTools } from "./TableTools.tsx";

interface ListTableProps<Row> extends ListRows<Row> {
  chosen?: Row | null;
  children?: ComponentChildren;
}

/** A list, or a message when it has no rows. */
export function ListTable<Row>(
  { list, all, kept, table, chosen = null, children }: ListTableProps<Row>,
) {
  const { empty, filters = [], foot, icon = "list", pageSize = PAGE_SIZE, words, ...shown } = list;
  if (all.length === 0) {
    return (
      <EmptyState title={empty.title} icon={empty.icon ?? "list"}>
        {empty.text && <p>{empty.text}</p>}
        {empty.action}
      </EmptyState>
    );
  }
  const offered = filters.map(({ value, text, ...filter }) => ({
    ...filter,
    options: filter.options ?? filterOptions(all, value, text),
  }));
  return (
    <PagedTable
      {...shown}
      state={table}
      hasSearch={words !== undefined}
      order={rulesOf(list).order}
      allCount={all.length}
      page={paginated(kept, table.page, pageSize)}
      filters={offered.filter(({ options, least = 1 }) => options.length >= least)}
      isCurrent={(row) => row === chosen}
      icon={icon}
      foot={foot?.(kept)}
    >
      {children}
    </PagedTable>
  );
}

interface PagedTableProps<Row>
  extends Pick<List<Row>, "path" | "caption" | "columns" | "noun" | "nouns" | "nothing" | "wide"> {
  state: TableState;
  hasSearch: boolean;
  order: TableSort;
  /** Number of rows before the filters. */
  allCount: number;
  /** The page of the rows that match the filters. */
  page: TablePage<Row>;
  isCurrent?: (row: Row) => boolean;
  filters: readonly Omit<FilterSelectProps, "chosen">[];
  icon: IconName;
  foot?: ComponentChildren;
  children?: ComponentChildren;
}

/** A list of one page of rows: search, filters, sort, pages, exports (F §2 "Tables"). */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { path, state, filters, page, nothing, icon } = props;
  return (
    <div class="table-block">
      <TableTools path={path} state={state} hasSearch={props.hasSearch}>
        {filters.map((filter) => (
          <FilterSelect key={filter.field} {...filter} chosen={state.filters[filter.field]} />
        ))}
      </TableTools>
      {page.rowCount > 0 ? <FilteredRows {...props} /> : (
        <EmptyState title={nothing} icon={icon}>
          <p>{NO_ROW_KEPT}</p>
          <a class="button" href={path} aria-current="false">Tout afficher</a>
        </EmptyState>
      )}
      {props.children}
    </div>
  );
}

function FilteredRows<Row>(props: PagedTableProps<Row>) {
  const { path, state, order, allCount, page, noun, nouns } = props;
  const count = countText(page.rowCount, noun, nouns);
  const counted = page.rowCount === allCount ? count : `${count} sur ${formatNumber(allCount, 0)}`;
  return (
    <>
      <DataTable
        caption={props.caption ?? counted}
        columns={props.columns}
        rows={page.rows}
        {...props.isCurrent && { isCurrent: props.isCurrent }}
        sorting={{ path, state: { ...state, sort: state.sort ?? order } }}
        wide={props.wide}
        foot={props.foot}
      />
      <TableFoot path={path} state={state} page={page} />
    </>
  );
}
