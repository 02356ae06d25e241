import type { TablePage } from "@/lib/domain/tables/paginate.ts";
import { type TableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { withMore } from "@/lib/links/query.ts";
import { rowsLabel } from "@/lib/text/format/tables.ts";
import { CsvLinks } from "./CsvLinks.tsx";
import { Pagination } from "./Pagination.tsx";

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
