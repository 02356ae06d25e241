import { Field } from "@/components/forms/Field.tsx";
import type { SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextAreaField } from "@/components/forms/TextAreaField.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields } from "@/components/forms/form_fields.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { AlertField } from "@/lib/domain/housing/alerts.ts";
import { ALERT_LABELS } from "@/lib/text/housing/housing_alerts.ts";

interface AlertFormProps {
  action: string;
  values: TypedValues<AlertField>;
  houseIds: readonly string[];
  errors: FieldErrors<AlertField>;
  houses: readonly SelectOption[];
  /** "" for a message to add. */
  version: string;
  submit: string;
  /** Where to go without saving; nowhere for one to add. */
  cancel?: string | undefined;
  unsaved: boolean;
}

/** Rows of the list of dwellings that are seen at once. */
const SHOWN_HOUSES = 6;

/** A message to tenants: what it says, when it is shown, to whom. */
export function AlertForm(props: AlertFormProps) {
  const { action, houseIds, houses, version, submit, cancel, unsaved } = props;
  const field = formFields(ALERT_LABELS, props);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ version }}>
      <TextAreaField {...field("message")} required />
      <div class="form-columns">
        <TextField {...field("from")} type="date" required />
        <TextField {...field("to")} type="date" hint="Vide&nbsp;: jusqu’à ce qu’il soit supprimé" />
        {houses.length > 0
          ? (
            <Field
              name="houseIds"
              label={ALERT_LABELS.houseIds}
              hint="Aucun choisi&nbsp;: tous les logements"
            >
              <select
                class="input"
                id="houseIds"
                name="houseIds"
                multiple
                size={Math.min(SHOWN_HOUSES, houses.length)}
                aria-describedby="houseIds-hint"
              >
                {houses.map(({ value, label }) => (
                  <option key={value} value={value} selected={houseIds.includes(value)}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
          )
          : houseIds.map((id) => <input key={id} type="hidden" name="houseIds" value={id} />)}
      </div>
      <SubmitBar label={submit} {...cancel !== undefined && { cancel }} />
    </WatchedForm>
  );
}
