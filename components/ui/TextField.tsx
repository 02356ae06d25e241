import { oneLine } from "@/lib/base/strings.ts";
import { controlAttributes, Field, type FieldFacts } from "./Field.tsx";

interface TextFieldProps extends FieldFacts {
  value?: string | undefined;
  type?: "text" | "email" | "password" | "date" | "month" | "time" | "search";
  autocomplete?: string;
  focused?: boolean;
  maxLength?: number;
  list?: string;
}

/** Placeholder by which the stylesheet hides "required" once a value is entered, without a script. */
const BLANK = " ";

/** Types with a placeholder: browsers show none in a date, a month or a time. */
const WITH_PLACEHOLDER: ReadonlySet<string> = new Set(["text", "email", "password", "search"]);

function wasEmpty({ error, value = "", type = "text" }: TextFieldProps): boolean {
  return error?.code === "required" && value === "" && WITH_PLACEHOLDER.has(type);
}

/** A text, e-mail, password, date or time field. */
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
