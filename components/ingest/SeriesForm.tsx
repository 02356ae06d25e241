import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { QUANTITY_OPTIONS } from "@/components/series/quantity_options.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { OTHER_UNITS } from "@/lib/domain/series/series_form.ts";

interface SeriesFormProps {
  action: string;
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  /** What the series may be measured on: the residence, an equipment, each dwelling. */
  places: readonly SelectOption[];
  /** Unknown sources, and measures of the dwellings, that the new series may be fed by. */
  sources: readonly SelectOption[];
  unsaved: boolean;
}

/** A series to create: what it measures, its name, its unit and where it is measured. */
export function SeriesForm(props: SeriesFormProps) {
  const { action, values, errors, places, sources, unsaved } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "series" }}>
      <div class="form-columns">
        <SelectField
          name="dataUnitId"
          label="Grandeur"
          value={values.dataUnitId}
          error={errors.dataUnitId}
          options={QUANTITY_OPTIONS}
          empty="Choisir…"
          required
        />
        <TextField
          name="renamed"
          label="Nom"
          value={values.renamed}
          error={errors.renamed}
          hint="Facultatif : sinon le nom de la grandeur"
          maxLength={100}
        />
        <SelectField
          name="importedUnit"
          label="Unité du compteur"
          value={values.importedUnit}
          error={errors.importedUnit}
          options={OTHER_UNITS.map((unit) => ({ value: unit, label: unit }))}
          empty="Celle de la grandeur"
        />
        <SelectField
          name="equipmentId"
          label="Mesurée sur"
          value={values.equipmentId}
          error={errors.equipmentId}
          options={places}
        />
        {sources.length > 0 && (
          <SelectField
            name="source"
            label="Source à rattacher"
            value={values.source}
            error={errors.source}
            options={sources}
            empty="Aucune"
          />
        )}
      </div>
      <SubmitBar label="Créer la série" />
    </WatchedForm>
  );
}
