/** The form of an annotation. @module */

import { choice, date, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { annotationErrors, SIGNATURE_EFFECTS } from "./annotations.ts";
import { annotationDraft } from "./schema.ts";
import { SIGNATURE_EFFECT_LABELS } from "./text.ts";

/** An annotation of some days. @spec design §12 "Annotations on a month" */
export const ANNOTATION_FORM = form({
  name: "annotations",
  limits: annotationDraft,
  fields: {
    from: date({ label: "Du" }),
    to: date({ label: "Au" }),
    text: text({ label: "Ce qu’il faut savoir", isWide: true }),
    signature: choice(SIGNATURE_EFFECTS, SIGNATURE_EFFECT_LABELS, {
      label: "Signature énergétique",
      empty: "Sans effet",
      isWide: true,
    }),
  },
  check: annotationErrors,
});
