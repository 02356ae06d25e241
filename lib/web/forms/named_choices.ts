import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { type NamedChoice, namedValues } from "@/lib/domain/tables/named_choice.ts";
import { unknownNameText } from "@/lib/text/forms.ts";

/** Reads the choices of the fields in which a name may be typed, by field. */
export type ChoicesOf<Name extends string = string> = () => Promise<
  Readonly<Partial<Record<Name, readonly NamedChoice[]>>>
>;

/**
 * Replaces typed names with the ids that they name.
 *
 * @spec forms.named
 * @returns the values with ids, and the errors of unknown names
 */
export async function withIds<Name extends string>(
  typed: TypedValues<Name>,
  choicesOf: ChoicesOf<Name> | undefined,
): Promise<{ readonly values: TypedValues<Name>; readonly unknown: FieldErrors<Name> }> {
  if (choicesOf === undefined) return { values: typed, unknown: {} };
  const { values, unknown: names } = namedValues(typed, await choicesOf());
  const unknown: FieldErrors<Name> = {};
  for (const name in names) {
    const wrong = names[name];
    if (wrong !== undefined) unknown[name] = { code: "message", message: unknownNameText(wrong) };
  }
  return { values, unknown };
}
