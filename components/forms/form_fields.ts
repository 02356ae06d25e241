import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { SelectOption } from "./SelectField.tsx";

interface TypedForm<Name extends string> {
  values: Readonly<Partial<Record<Name, string>>>;
  errors: FieldErrors<Name>;
}

/** What a form gives each of its controls: name, label, what was typed and what is wrong with it. */
export function formFields<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  { values, errors }: TypedForm<Name>,
) {
  return (name: Name) => ({ name, label: labels[name], value: values[name], error: errors[name] });
}

/** The choices of a list, each under its label. */
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
