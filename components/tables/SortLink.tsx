import { Icon } from "@/components/icons/Icon.tsx";
import { type TableState, withSort, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { withMore } from "@/lib/links/query.ts";
import { sortLabel } from "@/lib/text/format/tables.ts";

interface SortLinkProps {
  /** URL of the page of the table. */
  path: string;
  state: TableState;
  field: string;
  label: string;
  unit?: string | undefined;
}

/** A column head that sorts by its column, or reverses the order (F §4). */
export function SortLink({ path, state, field, label, unit }: SortLinkProps) {
  const descending = state.sort?.field === field && state.sort.direction === "desc";
  const sorted = withSort(state, field);
  return (
    <a
      class="sort-link"
      href={withMore(path, writeTableState(sorted))}
      aria-current="false"
      title={sortLabel(label, sorted.sort?.direction ?? "asc")}
    >
      <span>
        {label}
        {unit && <span class="unit">&nbsp;({unit})</span>}
      </span>
      <Icon name={descending ? "arrow-down" : "arrow-up"} small />
    </a>
  );
}
