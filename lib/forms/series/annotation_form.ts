import { ANNOTATION_MAX_LENGTH, annotationErrors } from "@/lib/domain/series/annotation.ts";
import { date, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

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
