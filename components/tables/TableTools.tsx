import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";

interface TableToolsProps {
  path: string;
  state: TableState;
  hasSearch?: boolean;
  /** Other parameters of the URL, which are kept. */
  kept?: Readonly<Record<string, string>> | undefined;
  /** Filters, as `FilterSelect`. */
  children?: ComponentChildren;
}

/**
 * Search and filters above a table: a GET form, so the choice is in the URL (F §2).
 *
 * Not restored by the browser on Back: the fields would show other filters than those of the rows.
 */
export function TableTools(
  { path, state, hasSearch = false, kept = {}, children }: TableToolsProps,
) {
  const { sort, filters } = state;
  return (
    <form class="table-tools" method="get" action={path} role="search" autocomplete="off">
      {hasSearch && (
        <div class="field">
          <label for="filter-search">Rechercher</label>
          <input
            class="input"
            type="search"
            id="filter-search"
            name={`filter:${SEARCH_FILTER}`}
            value={filters[SEARCH_FILTER] ?? ""}
          />
        </div>
      )}
      {children}
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {sort && <input type="hidden" name="sort" value={`${sort.field}:${sort.direction}`} />}
      <button type="submit" class="button">Filtrer</button>
      {Object.keys(filters).length > 0 && <ShowAll path={path} />}
    </form>
  );
}

/** Link to the table without its filters. */
export function ShowAll({ path }: { path: string }) {
  return (
    <a class="button button-plain" href={path} aria-current="false">
      <Icon name="error" small />
      Tout afficher
    </a>
  );
}
