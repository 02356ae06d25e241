import { REQUIRED_NOTE } from "@/lib/text/forms.ts";

/** Explains the mark of required fields, once a page; the stylesheet shows it only where a field has the mark. */
export function RequiredNote() {
  return <p class="required-note soft small">{REQUIRED_NOTE}</p>;
}
