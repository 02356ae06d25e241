import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields, labelledOptions } from "@/components/forms/form_fields.ts";
import type { OperationField } from "@/lib/domain/autoconsumption/forms.ts";
import { SHARING_KINDS } from "@/lib/domain/autoconsumption/types.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  OPERATION_LABELS,
  SHARING_HINTS,
  SHARING_LABELS,
} from "@/lib/text/autoconsumption/autoconsumption.ts";

interface OperationFormProps {
  action: string;
  values: Readonly<Record<OperationField, string>>;
  errors: FieldErrors<OperationField>;
  version: string;
  submit: string;
  unsaved: boolean;
}

/** A collective self-consumption: what it is called, since when it runs, how it shares. */
export function OperationForm(props: OperationFormProps) {
  const { action, version, submit, unsaved } = props;
  const field = formFields(OPERATION_LABELS, props);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "operation", version }}>
      <div class="form-columns">
        <TextField {...field("name")} id="operation-name" maxLength={100} required />
        <TextField
          {...field("operationNumber")}
          hint="Donné par le gestionnaire de réseau"
          maxLength={50}
        />
        <TextField {...field("startDate")} type="date" hint="Rien n’est partagé avant ce jour" />
        <SelectField
          {...field("sharing")}
          options={labelledOptions(SHARING_KINDS, SHARING_LABELS)}
          required
        />
      </div>
      <ul class="small soft">
        {SHARING_KINDS.map((kind) => (
          <li key={kind}>
            {SHARING_LABELS[kind]}&nbsp;: {SHARING_HINTS[kind]}
          </li>
        ))}
      </ul>
      <SubmitBar label={submit} />
    </WatchedForm>
  );
}
