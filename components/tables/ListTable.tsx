import type { ComponentChildren } from "preact";
import type { IconName } from "@/components/icons/Icon.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import type { FilterOption } from "@/lib/domain/tables/filter.ts";
import { PAGE_SIZE, paginated, type TablePage } from "@/lib/domain/tables/paginate.ts";
import { SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import type { TableSort, TableState } from "@/lib/domain/tables/table_state.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { NO_ROW_KEPT } from "@/lib/text/format/tables.ts";
import { DataTable, type TableColumn } from "./DataTable.tsx";
import { FilterSelect } from "./FilterSelect.tsx";
import { TableFoot } from "./TableFoot.tsx";
import { TableTools } from "./TableTools.tsx";

export interface ListFilter {
  readonly field: string;
  readonly label: string;
  /** A filter without options is hidden. */
  readonly options: readonly FilterOption[];
}

interface PagedTableProps<Row> {
  path: string;
  state: TableState;
  /** The default order. */
  order: TableSort;
  /** Number of rows before the filters. */
  allCount: number;
  /** The page of the rows that match the filters. */
  page: TablePage<Row>;
  columns: readonly TableColumn<Row>[];
  rowKey(row: Row): string;
  /** True for the row whose form is on the page. */
  isCurrent?: (row: Row) => boolean;
  filters: readonly ListFilter[];
  /** Noun of a row, for the count: « logement ». */
  noun: string;
  /** Message when no row matches: « Aucun logement trouvé ». */
  nothing: string;
  icon: IconName;
  /** True for more columns than a screen's width. */
  wide?: boolean;
  /** Rows at the foot, as `<tr>`. */
  foot?: ComponentChildren;
  /** Other filters, after the usual ones. */
  children?: ComponentChildren;
}

interface ListTableProps<Row> extends Omit<PagedTableProps<Row>, "page"> {
  /** The rows that match the filters, in order. */
  kept: readonly Row[];
  pageSize?: number;
}

/** A list whose rows were all read. */
export function ListTable<Row>({ kept, pageSize = PAGE_SIZE, ...props }: ListTableProps<Row>) {
  return <PagedTable {...props} page={paginated(kept, props.state.page, pageSize)} />;
}

/** A list of one page of rows: search, filters, sort, pages, exports (F §2 "Tables"). */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { path, state, filters, page, nothing, icon } = props;
  return (
    <div class="table-block">
      <TableTools path={path} state={state} searchLabel="Rechercher" searchField={SEARCH_FILTER}>
        {filters.filter(({ options }) => options.length > 0).map(({ field, label, options }) => (
          <FilterSelect
            key={field}
            field={field}
            label={label}
            options={options}
            chosen={state.filters[field]}
          />
        ))}
        {props.children}
      </TableTools>
      {page.rowCount > 0 ? <KeptRows {...props} /> : (
        <EmptyState title={nothing} icon={icon}>
          <p>{NO_ROW_KEPT}</p>
          <a class="button" href={path} aria-current="false">Tout afficher</a>
        </EmptyState>
      )}
    </div>
  );
}

function KeptRows<Row>(props: PagedTableProps<Row>) {
  const { path, state, order, allCount, page, noun } = props;
  const count = countText(page.rowCount, noun);
  return (
    <>
      <DataTable
        caption={page.rowCount === allCount ? count : `${count} sur ${allCount}`}
        columns={props.columns}
        rows={page.rows}
        rowKey={props.rowKey}
        {...props.isCurrent && { isCurrent: props.isCurrent }}
        sorting={{ path, state: { ...state, sort: state.sort ?? order } }}
        wide={props.wide}
        foot={props.foot}
      />
      <TableFoot path={path} state={state} page={page} />
    </>
  );
}
