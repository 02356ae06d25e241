import type { TablePage } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { rowsLabel } from "@/lib/text/format/tables.ts";
import { CsvLinks } from "./CsvLinks.tsx";
import { Pagination } from "./Pagination.tsx";

interface TableFootProps {
  path: string;
  state: TableState;
  page: Omit<TablePage<unknown>, "rows">;
  /** Addresses of the CSV of every row kept, in both dialects. */
  csv?: { semicolon: string; comma: string };
}

/** Under a table: which rows are shown, the other pages, the exports. */
export function TableFoot({ path, state, page, csv }: TableFootProps) {
  return (
    <div class="table-foot">
      <span>{rowsLabel(page)}</span>
      <Pagination path={path} state={state} page={page} />
      {csv && <CsvLinks {...csv} />}
    </div>
  );
}
