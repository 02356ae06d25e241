import { CheckField } from "@/components/forms/CheckField.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextAreaField } from "@/components/forms/TextAreaField.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields } from "@/components/forms/form_fields.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import { OTHER_UNITS, type SeriesSettingsField } from "@/lib/domain/series/series_form.ts";
import type { ExpectedRhythm } from "@/lib/domain/series/types.ts";
import { rhythmText } from "@/lib/text/series/series.ts";
import { SERIES_LABELS } from "@/lib/text/series/series_settings.ts";
import { QUANTITY_OPTIONS, RHYTHM_OPTIONS } from "./quantity_options.ts";

interface SeriesSettingsFormProps {
  action: string;
  scope: SeriesScope;
  values: Readonly<Record<SeriesSettingsField, string>>;
  errors: FieldErrors<SeriesSettingsField>;
  equipments: readonly SelectOption[];
  /** How often it is expected to be read; undefined when not known. */
  expected: ExpectedRhythm | undefined;
  version: string;
  unsaved: boolean;
}

/** A series that is there: its name, its unit, where it is measured and what its source needs to know. */
export function SeriesSettingsForm(props: SeriesSettingsFormProps) {
  const { action, scope, values, equipments, expected, version, unsaved } = props;
  const field = formFields(SERIES_LABELS, props);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "settings", version }}>
      <div class="form-columns">
        <TextField {...field("renamed")} maxLength={100} hint="Vide : le nom de la grandeur" />
        <SelectField
          {...field("dataUnitId")}
          options={QUANTITY_OPTIONS}
          hint="De même nature une fois que des relevés sont gardés"
          required
        />
        <SelectField
          {...field("importedUnit")}
          options={OTHER_UNITS.map((unit) => ({ value: unit, label: unit }))}
          empty="Celle de la grandeur"
        />
        {scope === "facilities" && (
          <SelectField {...field("equipmentId")} options={equipments} empty="Toute la résidence" />
        )}
        <SelectField
          {...field("rhythm")}
          options={RHYTHM_OPTIONS}
          empty="D’après les relevés"
          hint={expected === undefined ? undefined : `Aujourd’hui\u00A0: ${rhythmText(expected)}`}
        />
      </div>
      <TextAreaField
        {...field("dataSourceOptions")}
        hint="Un par ligne, « nom : valeur » : ce que le collecteur doit savoir de son capteur"
      />
      <CheckField
        name="manualIndex"
        label="Relevée à la main : ses index se saisissent"
        checked={values.manualIndex !== ""}
      />
      <SubmitBar />
    </WatchedForm>
  );
}
