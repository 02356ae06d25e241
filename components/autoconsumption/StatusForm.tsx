import type { StatusField } from "../../lib/domain/autoconsumption/forms.ts";
import { CONSUMER_STATUSES } from "../../lib/domain/autoconsumption/types.ts";
import type { FieldErrors } from "../../lib/domain/forms/field_errors.ts";
import { CONSUMER_STATUS_LABELS, STATUS_LABELS } from "../../lib/text/autoconsumption.ts";
import { SelectField } from "../forms/SelectField.tsx";
import { SubmitBar } from "../forms/SubmitBar.tsx";
import { TextField } from "../forms/TextField.tsx";
import { WatchedForm } from "../forms/WatchedForm.tsx";

interface StatusFormProps {
  action: string;
  values: Readonly<Record<StatusField, string>>;
  errors: FieldErrors<StatusField>;
  version: string;
  unsaved: boolean;
}

/** What a consumer becomes, and from which day. */
export function StatusForm({ action, values, errors, version, unsaved }: StatusFormProps) {
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "status", version }}>
      <div class="form-columns">
        <SelectField
          name="status"
          label={STATUS_LABELS.status}
          value={values.status}
          error={errors.status}
          options={CONSUMER_STATUSES.map((status) => ({
            value: status,
            label: CONSUMER_STATUS_LABELS[status],
          }))}
          required
        />
        <TextField
          name="date"
          type="date"
          label={STATUS_LABELS.date}
          value={values.date}
          error={errors.date}
          hint="Premier jour où il participe, ou premier jour où il ne participe plus"
          required
        />
      </div>
      <SubmitBar />
    </WatchedForm>
  );
}
