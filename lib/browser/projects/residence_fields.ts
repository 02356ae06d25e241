import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import {
  type ResidenceEditing,
  type ResidenceValues,
  type StoredResidence,
  withTouchedField,
} from "@/lib/domain/projects/residence_editing.ts";
import {
  RESIDENCE_RULES,
  type ResidenceField,
  TAGS_FIELD,
} from "@/lib/domain/projects/residence_form.ts";

export function readForm(form: HTMLFormElement): StoredResidence {
  const fields = new FormData(form);
  const texts = [...fields].map(([name, value]) => [name, String(value)]);
  const tags = fields.getAll(TAGS_FIELD).map(String).filter((id) => id !== "");
  return { values: pickedValues(RESIDENCE_RULES, Object.fromEntries(texts)), tags };
}

/** The form after a control lost focus: if it is a field of the residence, it is now touched. */
export function leftControl(
  editing: ResidenceEditing,
  control: EventTarget | null,
): ResidenceEditing {
  const name = control instanceof HTMLInputElement ? control.name : "";
  const rule = RESIDENCE_RULES.find((one) => one.name === name);
  return rule === undefined ? editing : withTouchedField(editing, rule.name);
}

/** Errors of refused fields that have not changed since. */
export function stillRefused(
  refused: FieldErrors<ResidenceField> | null,
  sent: ResidenceValues,
  values: ResidenceValues,
): FieldErrors<ResidenceField> {
  const errors: FieldErrors<ResidenceField> = {};
  for (const { name } of RESIDENCE_RULES) {
    const error = refused?.[name];
    if (error !== undefined && values[name] === sent[name]) errors[name] = error;
  }
  return errors;
}

/** Focuses the first field with an error. */
export function focusFirstWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
