import { CheckField } from "@/components/forms/CheckField.tsx";
import { NumberField } from "@/components/forms/NumberField.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { ManualIndexField } from "@/lib/domain/series/manual_index.ts";
import { OLD_DATE_LABELS } from "@/lib/text/old_dates.ts";

interface ManualIndexFormProps {
  action: string;
  values: Readonly<Record<ManualIndexField, string>>;
  errors: FieldErrors<ManualIndexField>;
  series: readonly SelectOption[];
  /** Dwellings, where a series of theirs is typed; none otherwise. */
  houses: readonly SelectOption[];
  unsaved: boolean;
  /** Whether the date is to be confirmed: it is long ago. */
  asksOld: boolean;
}

/** An index to add: which meter, on which day, what it showed. */
export function ManualIndexForm(props: ManualIndexFormProps) {
  const { action, values, errors, series, houses, unsaved, asksOld } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved}>
      <div class="form-columns">
        <SelectField
          name="seriesId"
          label="Compteur"
          value={values.seriesId}
          error={errors.seriesId}
          options={series}
          {...(series.length > 1 && { empty: "Choisir" })}
          required
        />
        {houses.length > 0 && (
          <SelectField
            name="houseId"
            label="Logement"
            hint="Pour un compteur de logement"
            value={values.houseId}
            error={errors.houseId}
            options={houses}
            empty="Aucun"
          />
        )}
        <TextField
          name="date"
          type="date"
          label="Relevé le"
          value={values.date}
          error={errors.date}
          required
        />
        <NumberField
          name="value"
          label="Index"
          hint="Ce que le compteur affiche, dans son unité"
          value={values.value}
          error={errors.value}
          required
        />
      </div>
      {asksOld && <CheckField name="acceptOld" label={OLD_DATE_LABELS.typed} checked={false} />}
      <SubmitBar label="Ajouter" />
    </WatchedForm>
  );
}
