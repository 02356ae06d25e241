import type { SelectOption } from "./SelectField.tsx";

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
