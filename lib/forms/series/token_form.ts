import { text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

export const TOKEN_FORM = form({
  name: "token",
  fields: { name: text({ label: "Nom du collecteur", required: true, maxLength: 100 }) },
});
