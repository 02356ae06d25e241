import { filteredRows } from "@/lib/domain/tables/filter.ts";
import { holdsWords, SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import { sortedRows } from "@/lib/domain/tables/sort.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { ROWS, type SampleRow } from "./samples.ts";

/** The rows that match the search and the filters, in the chosen order. */
export function keptRows({ filters, sort }: TableState): SampleRow[] {
  const { [SEARCH_FILTER]: words = "", ...others } = filters;
  const kept = filteredRows(ROWS, others, {
    city: ({ city }: SampleRow) => city,
    agency: ({ agency }: SampleRow) => agency,
  }).filter(({ name }) => holdsWords([name], words));
  if (sort === null) return kept;
  return sortedRows(kept, (row) => sortValue(row, sort.field), sort.direction);
}

function sortValue(row: SampleRow, field: string) {
  switch (field) {
    case "city":
      return row.city;
    case "energies":
      return row.energies;
    case "heating":
      return row.heatingKWh;
    default:
      return row.name;
  }
}
