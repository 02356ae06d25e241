import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";

interface NameFormProps {
  action: string;
  /** Which form of the page it is. */
  form: string;
  /** The thing it names; "" for a new one. */
  id: string;
  version: string;
  label: string;
  value: string;
  error: FieldError | undefined;
  /** What it shows was refused: it is not stored yet. */
  unsaved: boolean;
  submit: string;
}

/** One name on a line, and its button. */
export function NameForm(props: NameFormProps) {
  const { action, form, id, version, label, value, error, unsaved, submit } = props;
  return (
    <WatchedForm
      className="name-form"
      action={action}
      unsaved={unsaved}
      hidden={{ form, id, version }}
    >
      <TextField
        name="name"
        id={`${form}-${id}`}
        label={label}
        value={value}
        error={error}
        maxLength={100}
        required
      />
      <button type="submit" class="button">{submit}</button>
    </WatchedForm>
  );
}
