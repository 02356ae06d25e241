/** Reads the residence form in the browser while it is filled. @module */

import type { FieldErrors } from "@/lib/base/validators.ts";
import { pickedValues } from "@/lib/ui/field_rules.ts";
import type { ResidencePaths } from "./residence_client.ts";
import {
  RESIDENCE_RULES,
  type ResidenceEditing,
  type ResidenceField,
  type ResidenceValues,
  type StoredResidence,
  TAGS_FIELD,
  withTouchedField,
} from "./residence_form.ts";

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

/** The client of the API, whose code is loaded with the first request; null when it cannot be loaded. */
export function loadClient(paths: ResidencePaths) {
  return import("./residence_client.ts").then(
    (loaded) => loaded.residenceClient(paths),
    () => null,
  );
}
