/** A field that selects one of several options, and lists of options. @module */

import type { FieldOption } from "@/lib/ui/fields.ts";
import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

export type SelectOption = FieldOption;

interface SelectFieldProps extends FieldFacts {
  value?: string | undefined;
  options: readonly SelectOption[];
  /** Label of the empty option, first in the list; absent when a choice is required and made. */
  empty?: string;
}

/** A choice among a few options. */
export function SelectField({ value = "", options, empty, ...field }: SelectFieldProps) {
  const isMade = field.required === true && options.some((option) => option.value === value);
  return (
    <Field {...field}>
      <select class="input" {...controlAttributes(field)}>
        {empty !== undefined && !isMade && <option value="">{empty}</option>}
        <Options options={options} chosen={value} />
      </select>
    </Field>
  );
}

/** The options of a list, inside its `<select>`. */
export function Options(
  { options, chosen }: { options: readonly SelectOption[]; chosen?: string | undefined },
) {
  return (
    <>
      {options.map(({ value, label }) => (
        <option key={value} value={value} selected={value === chosen}>{label}</option>
      ))}
    </>
  );
}

/** The options of a list, with their labels. */
export function labelledOptions<Value extends string | number>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): SelectOption[] {
  return values.map((value) => ({ value: String(value), label: labels[value] }));
}

export function namedOptions(
  things: readonly { readonly id: string; readonly name: string }[],
): SelectOption[] {
  return things.map(({ id, name }) => ({ value: id, label: name }));
}
