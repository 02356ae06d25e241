import { text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** A new category, or a new value of a category. */
export const NEW_TAG_FORM = nameForm("add");

/** The name of a category. */
export const TAG_FORM = nameForm("rename");

/** The label of a value. */
export const TAG_VALUE_FORM = nameForm("value");

function nameForm(name: string) {
  return form({ name, fields: { name: text({ label: "Nom", required: true, maxLength: 100 }) } });
}
