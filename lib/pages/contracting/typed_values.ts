import { VALUE_MAX_LENGTH } from "@/lib/domain/contracting/limits.ts";
import type { TypedocValue } from "@/lib/domain/contracting/types.ts";
import type { FieldError, FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { typedError } from "@/lib/domain/forms/typed_fields.ts";
import { refusedText } from "@/lib/domain/forms/visible_text.ts";
import { refusedCharacterText } from "@/lib/text/forms.ts";

/** A field of a deposit, with what was typed in it. */
interface TypedField {
  readonly name: string;
  readonly asked: Pick<TypedocValue, "type">;
  readonly typed: string;
  readonly required?: boolean;
}

/** The field of the day of the work. */
export function completionField(name: string, typed: string): TypedField {
  return { name, typed, asked: { type: "date" }, required: true };
}

/**
 * Errors of the fields of a deposit, by name. The call checks them against the document type, required values too: a
 * document that is no longer awaited is refused first.
 *
 * @spec deposits.values
 */
export function typedFieldErrors(fields: readonly TypedField[]): FieldErrors {
  return Object.fromEntries(fields.flatMap((field) => {
    const error = errorOf(field);
    return error === null ? [] : [[field.name, error]];
  }));
}

function errorOf(
  { name, asked: { type: kind }, typed, required = false }: TypedField,
): FieldError | null {
  const text = typed.trim();
  const refused = refusedText(text);
  if (refused !== null) return { code: "message", message: refusedCharacterText(refused) };
  return typedError({ name, kind, required, maxLength: VALUE_MAX_LENGTH }, text);
}
