/** The form that closes the verdict on a drift. @module */

import { type AnnotationDraft, annotationDraft } from "@/lib/series/schema.ts";
import { date, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";

/** A closing is an annotation of the boiler room, which is changed and removed with the others. @spec signature.closing */
export const CLOSING_FORM = form({
  name: "closing",
  limits: annotationDraft,
  fields: {
    from: date({ label: "Clore au" }),
    text: text({ label: "Pourquoi", isWide: true }),
  },
  body: ({ from, text }): AnnotationDraft => ({ from, to: from, text, signature: "closed" }),
});
