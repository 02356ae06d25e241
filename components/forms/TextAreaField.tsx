import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

interface TextAreaFieldProps extends FieldFacts {
  value?: string | undefined;
  rows?: number;
}

/** Several lines of text. */
export function TextAreaField({ value = "", rows = 3, ...field }: TextAreaFieldProps) {
  return (
    <Field {...field}>
      <textarea class="input" rows={rows} {...controlAttributes(field)}>{value}</textarea>
    </Field>
  );
}
