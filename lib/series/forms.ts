/** The form of an annotation. @module */

import { date, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { ANNOTATION_MAX_LENGTH, annotationErrors } from "./annotations.ts";

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
  },
  check: annotationErrors,
});
