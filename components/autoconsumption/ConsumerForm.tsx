import { NumberField } from "@/components/forms/NumberField.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields } from "@/components/forms/form_fields.ts";
import type { ConsumerField } from "@/lib/domain/autoconsumption/forms.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { CONSUMER_LABELS } from "@/lib/text/autoconsumption/autoconsumption.ts";

interface ConsumerFormProps {
  action: string;
  values: Readonly<Record<ConsumerField, string>>;
  errors: FieldErrors<ConsumerField>;
  dwellings: readonly SelectOption[];
  meters: readonly SelectOption[];
  /** What it is based on; null for a new one. */
  version: string | null;
  submit: string;
  cancel?: string;
  unsaved: boolean;
}

/** A consumer of the operation: a dwelling, or another place that it supplies. */
export function ConsumerForm(props: ConsumerFormProps) {
  const { action, version, submit, cancel, unsaved } = props;
  const field = formFields(CONSUMER_LABELS, props);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "consumer", version }}>
      <div class="form-columns">
        <TextField {...field("name")} maxLength={100} required />
        <TextField
          {...field("prm")}
          hint="14 chiffres, sur la facture ou le compteur"
          maxLength={14}
          required
        />
        <SelectField
          {...field("houseId")}
          options={props.dwellings}
          empty="Aucun&nbsp;: parties communes ou autre"
        />
        <SelectField
          {...field("seriesId")}
          options={props.meters}
          empty="Aucun"
          hint="Un logement est compté par une série des logements"
        />
        <NumberField
          {...field("sharePercent")}
          unit="%"
          hint="Pour un partage à parts fixes"
        />
      </div>
      <SubmitBar label={submit} {...(cancel !== undefined && { cancel })} />
    </WatchedForm>
  );
}
