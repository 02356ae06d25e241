import { LOST_PASSWORD } from "@/lib/domain/accounts/password_fields.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { type Form, type NamedField, storedName } from "@/lib/forms/form.ts";
import type { Submission } from "./submit.ts";

/** A submitted form; its key is that of a grid's row. */
interface Sent extends Pick<Submission<string>, "has" | "text" | "all"> {
  readonly key: string;
}

/** Typed values of a form, by field. */
export function valuesOf<Name extends string>(
  { fields }: Form<Name, unknown, never>,
  sent: Sent,
): Record<Name, string> {
  const textOf = ({ name, control, isKey }: NamedField) => {
    if (control === "boxes") return sent.all(name).join("\n");
    return isKey && sent.key !== "" ? sent.key : sent.text(name);
  };
  const typed = fields.map((field) => [field.name, textOf(field)] as const);
  // Object.fromEntries() loses the type of the names.
  return Object.fromEntries(typed) as Record<Name, string>;
}

/** Stored texts that the form may send back unchanged. @spec forms.steps */
export function storedTexts<Name extends string>(
  { fields }: Form<Name, unknown, never>,
  sent: Sent,
): Readonly<Partial<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const { name } of fields) {
    if (sent.has(storedName(name))) texts[name] = sent.text(storedName(name));
  }
  return texts;
}

/** Typed values to show again: all but passwords. */
export function typedAgain<Name extends string>(
  form: Form<Name, unknown, never>,
  sent: Sent,
  typed: TypedValues<Name> = valuesOf(form, sent),
): { readonly values: Record<Name, string>; readonly lost: Name[] } {
  const values: Record<Name, string> = { ...typed };
  const before = sent.all(LOST_PASSWORD);
  const lost: Name[] = [];
  for (const { name, type } of form.fields) {
    if (type !== "password") continue;
    if (values[name] !== "" || before.includes(name)) lost.push(name);
    values[name] = "";
  }
  return { values, lost };
}
