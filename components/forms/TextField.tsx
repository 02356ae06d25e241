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

/** By it the stylesheet hides "required" once something is typed, on pages without a script too. */
const BLANK = " ";

/** Browsers show no placeholder in a date, a month or a time. */
const WITH_PLACEHOLDER: ReadonlySet<string> = new Set(["text", "email", "password", "search"]);

function wasEmpty({ error, value = "", type = "text" }: TextFieldProps): boolean {
  return error?.code === "required" && value === "" && WITH_PLACEHOLDER.has(type);
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
        placeholder={wasEmpty(props) ? BLANK : undefined}
        maxLength={maxLength}
        list={list}
        {...controlAttributes(field)}
      />
    </Field>
  );
}
