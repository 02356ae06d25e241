import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import type { TableState } from "@/lib/domain/tables/table_state.ts";

interface TableToolsProps {
  path: string;
  state: TableState;
  /** Label of the search box; no box without it. */
  searchLabel?: string;
  /** Name of the search among the filters. */
  searchField?: string;
  /** Other parameters of the URL, which are kept. */
  kept?: Readonly<Record<string, string>> | undefined;
  /** Filters, as `FilterSelect`. */
  children?: ComponentChildren;
}

/** Search and filters above a table: a GET form, so the choice is in the URL (F §2). */
export function TableTools({ path, state, children, ...search }: TableToolsProps) {
  const { sort, filters } = state;
  const { searchLabel, searchField = "search", kept = {} } = search;
  return (
    <form class="table-tools" method="get" action={path} role="search">
      {searchLabel && (
        <div class="field">
          <label for="filter-search">{searchLabel}</label>
          <input
            class="input"
            type="search"
            id="filter-search"
            name={`filter:${searchField}`}
            value={filters[searchField] ?? ""}
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
