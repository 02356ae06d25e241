import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { SelectOption } from "./SelectField.tsx";

interface TypedForm<Name extends string> {
  values: Readonly<Partial<Record<Name, string>>>;
  errors: FieldErrors<Name>;
}

/** Properties that a form gives each control: name, label, entered value and error. */
export function formFields<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  { values, errors }: TypedForm<Name>,
) {
  return (name: Name) => ({ name, label: labels[name], value: values[name], error: errors[name] });
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
