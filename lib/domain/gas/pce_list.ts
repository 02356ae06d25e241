import { holdsWords, SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import { sortedRows, type SortValue } from "@/lib/domain/tables/sort.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import type { GasPce } from "./types.ts";

/** The delivery points that pass a search, sorted; in the given order when there is no sort. @spec tables.filters */
export function filteredPces(pces: readonly GasPce[], { filters, sort }: TableState): GasPce[] {
  const { [SEARCH_FILTER]: words = "" } = filters;
  const kept = pces.filter(({ pce, name, projectName }) =>
    holdsWords([pce, name, projectName ?? ""], words)
  );
  const value = sort === null ? undefined : SORTS[sort.field];
  return sort === null || value === undefined ? kept : sortedRows(kept, value, sort.direction);
}

const SORTS: Readonly<Record<string, (one: GasPce) => SortValue>> = {
  pce: ({ pce }) => pce,
  name: ({ name }) => name === "" ? null : name,
  residence: ({ projectName }) => projectName,
  lastDate: ({ last }) => last?.date ?? null,
  lastIndex: ({ last }) => last?.index ?? null,
  consent: ({ consent }) => consent?.endDate ?? null,
};
