import { oneLine } from "@/lib/domain/forms/one_line.ts";
import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

interface TextFieldProps extends FieldFacts {
  value?: string | undefined;
  type?: "text" | "email" | "password" | "date" | "month" | "time" | "search";
  autocomplete?: string;
  /** The field to fill first, on a page that is one short form. */
  focused?: boolean;
  maxLength?: number;
  list?: string;
}

/** A line of text, an e-mail, a password, a day or a time. */
export function TextField(props: TextFieldProps) {
  const { value = "", type = "text", autocomplete, focused, maxLength, list, ...field } = props;
  return (
    <Field {...field}>
      <input
        class="input"
        type={type}
        value={oneLine(value)}
        autocomplete={autocomplete}
        autofocus={focused === true}
        maxLength={maxLength}
        list={list}
        {...controlAttributes(field)}
      />
    </Field>
  );
}
