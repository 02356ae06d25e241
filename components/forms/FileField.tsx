import { FILE_AGAIN } from "@/lib/text/forms.ts";
import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

export function FileField(
  { accept, isAgain, ...facts }: Pick<FieldFacts, "label" | "hint" | "error"> & {
    /** File types offered by the browser. */
    accept: string;
    /** True when the sent form is shown again: a page cannot restore its file. */
    isAgain: boolean;
  },
) {
  const isLost = isAgain && facts.error === undefined;
  const hint = isLost ? [FILE_AGAIN, facts.hint].filter(Boolean).join(". ") : facts.hint;
  const file = { ...facts, hint, name: "file", required: true };
  return (
    <Field {...file}>
      <input class="input" type="file" accept={accept} {...controlAttributes(file)} />
    </Field>
  );
}
