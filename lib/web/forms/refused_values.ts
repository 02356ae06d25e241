import type { ErrorCode } from "@/lib/contract/errors.ts";
import { type FieldError, type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { refusedText } from "@/lib/domain/forms/visible_text.ts";
import type { RefusedForm } from "@/lib/forms/form.ts";
import { retryText } from "@/lib/text/accounts/accounts.ts";
import { errorText } from "@/lib/text/errors.ts";
import { REFUSED_VALUE, refusedCharacterText } from "@/lib/text/forms.ts";

export interface Refusing {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly status: number;
  /** Instant from which it may be tried again. */
  readonly retryAt?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** What the page says of it, where the code does not say enough. */
  readonly sentence?: string;
}

/** A form with wrong fields: nothing was asked. */
export function wrongFields<Field extends string>(
  values: TypedValues<Field>,
  errors: FieldErrors<NoInfer<Field>>,
): RefusedForm<Field> {
  return { values, errors, failure: null, isConflict: false, status: 400 };
}

/** What a call's refusal is for the form that asked. @param fields the field that a refusal is about */
export function refusedBy<Field extends string>(
  values: TypedValues<Field>,
  { code, status, issues, retryAt, ...said }: Refusing,
  fields: Partial<Record<ErrorCode, NoInfer<Field>>> = {},
): RefusedForm<Field> {
  const { sentence = retryAt === undefined ? errorText(code) : retryText(retryAt) } = said;
  const isInput = code === "invalid-input";
  const errors = issuesByField(issues, values, isInput ? refusedValueText : () => sentence);
  const taken = fields[code];
  if (taken !== undefined) errors[taken] ??= fieldRefusal(code, sentence);
  const isConflict = code === "conflict";
  const failure = isConflict || hasErrors(errors) ? null : sentence;
  return { values, errors, failure, isConflict, status, code };
}

/** What is said beside a field in fewer words than of a call. */
const FIELD_ERRORS: Readonly<Partial<Record<ErrorCode, FieldError>>> = {
  "bad-code": { code: "bad-code" },
  "bad-password": { code: "bad-password" },
  "bad-old-password": { code: "bad-password" },
  "user-not-found": { code: "bad-email" },
};

function fieldRefusal(code: ErrorCode, message: string): FieldError {
  const known = FIELD_ERRORS[code];
  if (known !== undefined) return known;
  return code.endsWith("-taken") ? { code: "unique" } : { code: "message", message };
}

/**
 * What the call found wrong in an input, beside the fields of the form that wrote it.
 *
 * @param values typed texts by the names of the form, which are those of the body
 */
export function issuesByField<Field extends string>(
  issues: readonly { readonly path: string; readonly message: string }[] | undefined,
  values: TypedValues<Field>,
  messageOf: (typed: string) => string = refusedValueText,
): FieldErrors<Field> {
  const fields = Object.keys(values).filter((name): name is Field => Object.hasOwn(values, name));
  const errors: FieldErrors<Field> = {};
  for (const { path } of issues ?? []) {
    const names = path.split(".");
    const field = fields.find((name) => names.includes(name));
    if (field !== undefined) {
      errors[field] ??= { code: "message", message: messageOf(values[field]) };
    }
  }
  return errors;
}

/** The call says no more of a value than that it is refused; a text shows which character it may not contain. */
function refusedValueText(typed: string): string {
  const refused = refusedText(typed);
  return refused === null ? REFUSED_VALUE : refusedCharacterText(refused);
}
