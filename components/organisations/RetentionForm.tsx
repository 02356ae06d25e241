import { NumberField } from "@/components/forms/NumberField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { RETENTION_RULES, type RetentionField } from "@/lib/domain/series/retention.ts";
import { RETENTION_HINTS, RETENTION_LABELS } from "@/lib/text/organisations/retention.ts";

interface RetentionFormProps {
  action: string;
  values: Readonly<Record<RetentionField, string>>;
  errors: FieldErrors<RetentionField>;
  version: string;
  unsaved: boolean;
}

/** For how many years readings and figures are stored. */
export function RetentionForm({ action, values, errors, version, unsaved }: RetentionFormProps) {
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "retention", version }}>
      <div class="form-columns form-columns-thirds">
        {RETENTION_RULES.map(({ name, min, max }) => (
          <NumberField
            key={name}
            name={name}
            label={RETENTION_LABELS[name]}
            hint={`${RETENTION_HINTS[name]}. De ${min} à ${max}.`}
            value={values[name]}
            error={errors[name]}
            required
          />
        ))}
      </div>
      <SubmitBar />
    </WatchedForm>
  );
}
