import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

interface NumberFieldProps extends FieldFacts {
  /** The entered text: with a decimal comma or a point, or not a number at all. */
  value?: string | undefined;
}

/** A number entered with a decimal comma or a point; parsed by the server, not by the browser. */
export function NumberField({ value = "", ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      <input
        class="input input-number"
        type="text"
        inputMode="decimal"
        value={value}
        {...controlAttributes(field)}
      />
    </Field>
  );
}
