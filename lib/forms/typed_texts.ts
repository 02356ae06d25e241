import { isPasswordField, LOST_PASSWORD } from "@/lib/domain/accounts/password_fields.ts";
import { START } from "@/lib/domain/forms/page_mark.ts";
import { isIsoDate, isIsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { DECLARED_FORMS, type DeclaredForm } from "./declared_forms.ts";
import { monthsForm } from "./facilities/outdoor_forms.ts";
import type { NamedField } from "./form.ts";

type SentText = readonly [name: string, value: string];

/** The typed text of a field, with its label. */
export interface TypedText {
  readonly label: string;
  readonly text: string;
}

/** Controls with choices offered by the page. */
const OFFERED: readonly string[] = ["select", "named", "boxes", "check"];

/** Fields that users do not type: the form, its entity, and the button that submitted it. */
const UNTYPED: readonly string[] = ["form", "grid", "key", "version", "intent", LOST_PASSWORD];
const FORM_NAMES = ["form", "grid"];
const MONTHS = monthsForm([]).name;
const UNTYPED_START = [START, "stored."];

/**
 * The texts typed by a user in a form, without its page; secrets and values that only the page can label are left out.
 *
 * @spec forms.gone
 */
export function typedTexts(sent: readonly SentText[]): TypedText[] {
  const { fields, hasOthers = false } = formOf(sent);
  return sent.flatMap(([name, value]) => {
    if (value.trim() === "" || isUntyped(name) || isPasswordField(name)) return [];
    const field = fields.find((one) => one.name === name);
    if (field === undefined) return hasOthers ? [{ label: "Autre valeur", text: value }] : [];
    const text = textOf(field, value);
    return text === null ? [] : [{ label: field.label, text }];
  });
}

/** The submitted form: among the declared forms of its name, or all of them, the one with the most submitted fields. */
function formOf(sent: readonly SentText[]): Pick<DeclaredForm, "fields" | "hasOthers"> {
  const names = sent.map(([name]) => name);
  const form = sent.find(([name, value]) => FORM_NAMES.includes(name) && value !== "")?.[1];
  if (form === MONTHS) return monthsForm(names.filter(isIsoMonth));
  const scored = DECLARED_FORMS.filter(({ name }) => form === undefined || name === form)
    .map((one) => ({ one, count: one.fields.filter(({ name }) => names.includes(name)).length }))
    .sort((a, b) => b.count - a.count);
  const [best] = scored;
  return best !== undefined && best.count > 0 ? best.one : { fields: [] };
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
