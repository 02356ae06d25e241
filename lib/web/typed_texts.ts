/** Labels the texts typed in a form, without its page. @module */

import { isIsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import type { NamedField } from "@/lib/ui/form.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import type { TypedText } from "./state.ts";

export interface FormFields {
  readonly fields: readonly NamedField[];
  /** Whether it has other fields, named only by its page. */
  readonly hasOthers?: boolean;
}

export type SentText = readonly [name: string, value: string];

/** Controls with choices offered by the page. */
const OFFERED: readonly string[] = ["select", "named", "boxes", "check"];

/** Fields that users do not type: the form, its entity, and the button that submitted it. */
const UNTYPED: readonly string[] = ["form", "grid", "key", "version", "intent"];
const UNTYPED_START = [START, "stored."];

/**
 * The texts typed by a user in a form, without its page; secrets and values that only the page can label are left out.
 *
 * @spec forms.gone
 */
export function typedTexts(
  sent: readonly SentText[],
  { fields, hasOthers = false }: FormFields,
): TypedText[] {
  return sent.flatMap(([name, value]) => {
    if (value.trim() === "" || isUntyped(name) || isPasswordField(name)) return [];
    const field = fields.find((one) => one.name === name);
    if (field === undefined) return hasOthers ? [{ label: "Autre valeur", text: value }] : [];
    const text = textOf(field, value);
    return text === null ? [] : [{ label: field.label, text }];
  });
}

function isUntyped(name: string): boolean {
  return UNTYPED.includes(name) || UNTYPED_START.some((start) => name.startsWith(start));
}

function textOf({ kind, control, type, options, unit }: NamedField, value: string): string | null {
  if (control === "hidden" || type === "password") return null;
  if (control !== undefined && OFFERED.includes(control)) {
    // The other choices are ids, whose labels only the page has.
    return options?.find((option) => option.value === value)?.label ?? null;
  }
  if (kind === "date" && isIsoDate(value)) return formatDay(value);
  return unit === undefined ? value : `${value}\u00A0${unit}`;
}
