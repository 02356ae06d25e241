import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

/** The file of an import. */
export function FileField(
  { accept, ...facts }: Pick<FieldFacts, "label" | "hint" | "error"> & {
    /** What the browser offers to choose. */
    accept: string;
  },
) {
  const file = { ...facts, name: "file", required: true };
  return (
    <Field {...file}>
      <input class="input" type="file" accept={accept} {...controlAttributes(file)} />
    </Field>
  );
}
