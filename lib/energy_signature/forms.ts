/** The form that closes the verdict on a drift. @module */

import { ANNOTATION_MAX_LENGTH } from "@/lib/series/annotations.ts";
import type { AnnotationDraft } from "@/lib/series/schema.ts";
import { date, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";

/** A closing is an annotation of the boiler room, which is changed and removed with the others. @spec signature.closing */
export const CLOSING_FORM = form({
  name: "closing",
  fields: {
    from: date({ label: "Clore au", required: true }),
    text: text({
      label: "Pourquoi",
      required: true,
      maxLength: ANNOTATION_MAX_LENGTH,
      isWide: true,
    }),
  },
  body: ({ from, text }): AnnotationDraft => ({ from, to: from, text, signature: "closed" }),
});
