import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import { TAGS_FIELD } from "@/lib/domain/projects/residence_form.ts";
import { SelectField } from "./SelectField.tsx";

/** One list per tag group, with an empty option: at most one value of each (F §5). @spec forms.tags */
export function TagSelects(
  { groups, chosen }: { groups: readonly TagGroup[]; chosen: readonly string[] },
) {
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
