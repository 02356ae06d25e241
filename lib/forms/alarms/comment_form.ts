import { area } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** A user's comment on an alarm. @spec alarms.lists */
export const COMMENT_FORM = form({
  name: "comment",
  fields: {
    text: area({
      label: "Votre commentaire",
      required: true,
      maxLength: 2_000,
      rows: 3,
      isWide: true,
    }),
  },
});
