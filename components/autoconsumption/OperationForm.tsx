import type { OperationField } from "../../lib/domain/autoconsumption/forms.ts";
import { SHARING_KINDS } from "../../lib/domain/autoconsumption/types.ts";
import type { FieldErrors } from "../../lib/domain/forms/field_errors.ts";
import { OPERATION_LABELS, SHARING_HINTS, SHARING_LABELS } from "../../lib/text/autoconsumption.ts";
import { SelectField } from "../forms/SelectField.tsx";
import { SubmitBar } from "../forms/SubmitBar.tsx";
import { TextField } from "../forms/TextField.tsx";
import { WatchedForm } from "../forms/WatchedForm.tsx";

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
  const { action, values, errors, version, submit, unsaved } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "operation", version }}>
      <div class="form-columns">
        <TextField
          name="name"
          id="operation-name"
          label={OPERATION_LABELS.name}
          value={values.name}
          error={errors.name}
          maxLength={100}
          required
        />
        <TextField
          name="operationNumber"
          label={OPERATION_LABELS.operationNumber}
          value={values.operationNumber}
          error={errors.operationNumber}
          hint="Donné par le gestionnaire de réseau"
          maxLength={50}
        />
        <TextField
          name="startDate"
          type="date"
          label={OPERATION_LABELS.startDate}
          value={values.startDate}
          error={errors.startDate}
          hint="Rien n’est partagé avant ce jour"
        />
        <SelectField
          name="sharing"
          label={OPERATION_LABELS.sharing}
          value={values.sharing}
          error={errors.sharing}
          options={SHARING_KINDS.map((kind) => ({ value: kind, label: SHARING_LABELS[kind] }))}
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
