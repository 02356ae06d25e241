import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import { TAGS_FIELD } from "@/lib/domain/projects/residence_form.ts";
import { SelectField } from "./SelectField.tsx";

interface TagSelectsProps {
  groups: readonly TagGroup[];
  chosen: readonly string[];
}

/** One list per tag group, with an empty option: at most one value of each (F §5). @spec forms.tags */
export function TagSelects({ groups, chosen }: TagSelectsProps) {
  return (
    <>
      {groups.map(({ id, name, values }) => (
        <SelectField
          key={id}
          id={`tags-${id}`}
          name={TAGS_FIELD}
          label={name}
          value={values.find((value) => chosen.includes(value.id))?.id}
          options={values.map((value) => ({ value: value.id, label: value.label }))}
          empty=""
        />
      ))}
    </>
  );
}
