import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields, labelledOptions } from "@/components/forms/form_fields.ts";
import { DJU_METHODS } from "@/lib/domain/degree_days/degree_days.ts";
import type { OutdoorField } from "@/lib/domain/facilities/outdoor_source_form.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { DJU_METHOD_LABELS } from "@/lib/text/facilities/facilities.ts";

interface OutdoorSourceFormProps {
  action: string;
  values: Readonly<Record<OutdoorField, string>>;
  errors: FieldErrors<OutdoorField>;
  /** Series of outdoor temperature of the residence. */
  series: readonly SelectOption[];
  version: string;
  submit: string;
  unsaved: boolean;
}

/** Labels of the form's fields, for the form and for what two people changed at once. */
export const OUTDOOR_LABELS: Readonly<Record<OutdoorField, string>> = {
  name: "Nom",
  method: "Calcul des DJU",
  station: "Station",
  seriesId: "Capteur de la résidence",
};

/** An outdoor source: a weather station whose files are imported, or the residence's own sensor. */
export function OutdoorSourceForm(props: OutdoorSourceFormProps) {
  const { action, series, version, submit, unsaved } = props;
  const field = formFields(OUTDOOR_LABELS, props);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "source", version }}>
      <div class="form-columns">
        <TextField {...field("name")} maxLength={100} required />
        <SelectField
          {...field("method")}
          options={labelledOptions(DJU_METHODS, DJU_METHOD_LABELS)}
          help="Pour un contrat, prenez la méthode et la station qu’il nomme."
          required
        />
        <TextField
          {...field("station")}
          hint="Numéro ou nom de la station Météo-France"
          maxLength={100}
        />
        <SelectField
          {...field("seriesId")}
          options={series}
          empty="Aucun"
          hint="Température extérieure ou DJU. Sans capteur : fichiers importés ou valeurs saisies"
        />
      </div>
      <SubmitBar label={submit} />
    </WatchedForm>
  );
}
