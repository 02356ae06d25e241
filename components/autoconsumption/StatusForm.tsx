import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields, labelledOptions } from "@/components/forms/form_fields.ts";
import type { StatusField } from "@/lib/domain/autoconsumption/forms.ts";
import { CONSUMER_STATUSES } from "@/lib/domain/autoconsumption/types.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  CONSUMER_STATUS_LABELS,
  STATUS_LABELS,
} from "@/lib/text/autoconsumption/autoconsumption.ts";

interface StatusFormProps {
  action: string;
  values: Readonly<Record<StatusField, string>>;
  errors: FieldErrors<StatusField>;
  version: string;
  unsaved: boolean;
}

/** What a consumer becomes, and from which day. */
export function StatusForm({ action, version, unsaved, ...typed }: StatusFormProps) {
  const field = formFields(STATUS_LABELS, typed);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "status", version }}>
      <div class="form-columns">
        <SelectField
          {...field("status")}
          options={labelledOptions(CONSUMER_STATUSES, CONSUMER_STATUS_LABELS)}
          required
        />
        <TextField
          {...field("date")}
          type="date"
          hint="Premier jour où il participe, ou premier jour où il ne participe plus"
          required
        />
      </div>
      <SubmitBar />
    </WatchedForm>
  );
}
