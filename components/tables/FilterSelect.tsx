import { Options } from "@/components/forms/SelectField.tsx";
import type { FilterOption } from "@/lib/domain/tables/filter.ts";
import { ALL_OPTION } from "@/lib/domain/tables/table_state.ts";
import { ALL_LABEL } from "@/lib/text/format/tables.ts";

export interface FilterSelectProps {
  field: string;
  label: string;
  options: readonly FilterOption[];
  chosen: string | undefined;
  /** Label of the option without filter. */
  all?: string | undefined;
}

/** A filter on one column; its first option, Tous, does not filter (F §2). */
export function FilterSelect(props: FilterSelectProps) {
  const { field, label, options, chosen = ALL_OPTION, all = ALL_LABEL } = props;
  const id = `filter-${field}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select class="input" id={id} name={`filter:${field}`}>
        <option value={ALL_OPTION}>{all}</option>
        <Options options={options} chosen={chosen} />
      </select>
    </div>
  );
}
