/** A field that selects one of several options, and lists of options. @module */

import type { FieldOption } from "@/lib/ui/fields.ts";
import { FEW_CHOICES, type NamedChoice, namesNear, namesOf } from "@/lib/ui/named_choices.ts";
import { nameHint } from "@/lib/ui/text.ts";
import { controlAttributes, Field, type FieldFacts, TextAreaField } from "./Field.tsx";
import { TextField } from "./TextField.tsx";

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

interface ChoiceFieldProps extends FieldFacts {
  value?: string | undefined;
  options: readonly NamedChoice[];
  empty?: string;
  /** True for several names, one per line. */
  several?: boolean;
}

const MOST_PROPOSED = 30;

/**
 * A choice among the records of a residence: a list when there are few, else a name to type, since a list of thousands
 * is heavier than its page. The server proposes names similar to an unknown one.
 *
 * @spec forms.named
 */
export function ChoiceField({ options, empty, several = false, ...field }: ChoiceFieldProps) {
  const [first] = options;
  if (first === undefined || (options.length <= FEW_CHOICES && !several)) {
    return <SelectField {...field} options={options} {...empty !== undefined && { empty }} />;
  }
  const { value: chosen = "", ...facts } = field;
  const value = namesOf(options, chosen);
  const example = first.label;
  const hint = nameHint({
    hint: facts.hint,
    example,
    empty: facts.required ? undefined : empty,
    several,
  });
  if (several) return <TextAreaField {...facts} hint={hint} value={value} />;
  const near = facts.error === undefined ? [] : namesNear(options, value).slice(0, MOST_PROPOSED);
  const list = `${facts.id ?? facts.name}-near`;
  return (
    <>
      <TextField {...facts} hint={hint} value={value} {...near.length > 0 && { list }} />
      {near.length > 0 && (
        <datalist id={list}>{near.map((name) => <option key={name} value={name} />)}</datalist>
      )}
    </>
  );
}
