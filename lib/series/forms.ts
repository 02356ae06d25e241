/** The form of an annotation. @module */

import { choice, date, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { ANNOTATION_MAX_LENGTH, annotationErrors, SIGNATURE_EFFECTS } from "./annotations.ts";
import { SIGNATURE_EFFECT_LABELS } from "./text.ts";

/** An annotation of some days. @spec design §12 "Annotations on a month" */
export const ANNOTATION_FORM = form({
  name: "annotations",
  fields: {
    from: date({ label: "Du", required: true }),
    to: date({ label: "Au", required: true }),
    text: text({
      label: "Ce qu’il faut savoir",
      required: true,
      maxLength: ANNOTATION_MAX_LENGTH,
      isWide: true,
    }),
    signature: choice(SIGNATURE_EFFECTS, SIGNATURE_EFFECT_LABELS, {
      label: "Signature énergétique",
      empty: "Sans effet",
      isWide: true,
    }),
  },
  check: annotationErrors,
});
