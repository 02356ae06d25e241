import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

interface NumberFieldProps extends FieldFacts {
  /** As typed: a decimal comma or a point, or not a number at all. */
  value?: string | undefined;
}

/** A number typed with a decimal comma or a point; read by the server, not by the browser. */
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
