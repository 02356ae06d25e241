import { text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** A token of a collector. */
export const TOKEN_FORM = form({
  name: "token",
  fields: {
    name: text({ label: "Nom du collecteur", required: true, maxLength: 100 }),
  },
});
