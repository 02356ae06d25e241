import type { FilterOption } from "@/lib/domain/tables/filter.ts";
import { ALL_TAGS_LABEL } from "@/lib/text/format/tables.ts";
import { FilterSelect } from "./FilterSelect.tsx";

export interface TagFilter {
  /** Name of the filter in the table's state. */
  readonly field: string;
  readonly label: string;
  readonly options: readonly FilterOption[];
}

interface TagFiltersProps {
  groups: readonly TagFilter[];
  /** Selected values, by field. */
  filters: Readonly<Record<string, string>>;
}

/** One list per tag group, whose first option, Tout, does not filter (F §5). @spec forms.tags */
export function TagFilters({ groups, filters }: TagFiltersProps) {
  return (
    <>
      {groups.map((group) => (
        <FilterSelect
          key={group.field}
          {...group}
          all={ALL_TAGS_LABEL}
          chosen={filters[group.field]}
        />
      ))}
    </>
  );
}
