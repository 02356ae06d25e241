import { holdsWords, SEARCH_FILTER } from "../tables/search.ts";
import { sortedRows, type SortValue } from "../tables/sort.ts";
import type { TableState } from "../tables/table_state.ts";
import type { GasPce } from "./types.ts";

/**
 * The delivery points that a search keeps, in the order chosen; as they came while none is.
 *
 * @spec F §2 "Tables"
 */
export function keptPces(pces: readonly GasPce[], { filters, sort }: TableState): GasPce[] {
  const { [SEARCH_FILTER]: words = "" } = filters;
  const kept = pces.filter(({ pce, name, projectName }) =>
    holdsWords([pce, name, projectName ?? ""], words)
  );
  if (sort === null) return kept;
  return sortedRows(kept, (one) => sortValue(one, sort.field), sort.direction);
}

function sortValue(one: GasPce, field: string): SortValue {
  switch (field) {
    case "name":
      return one.name === "" ? null : one.name;
    case "residence":
      return one.projectName;
    case "lastDate":
      return one.last?.date ?? null;
    case "lastIndex":
      return one.last?.index ?? null;
    case "consent":
      return one.consent?.endDate ?? null;
  }
  return one.pce;
}
