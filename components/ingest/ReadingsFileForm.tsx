import { CheckField } from "@/components/forms/CheckField.tsx";
import { ImportForm } from "@/components/forms/ImportForm.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { FILE_CONTENTS, ON_CONFLICT, STAMPS } from "@/lib/domain/series/csv_content.ts";
import { OLD_DATE_LABELS } from "@/lib/text/old_dates.ts";
import {
  CONTENT_LABELS,
  ON_CONFLICT_LABELS,
  STAMP_LABELS,
} from "@/lib/text/series/readings_file.ts";

interface ReadingsFileFormProps {
  id: string;
  action: string;
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  /** The series of the residence, for a file that names none. */
  series: readonly SelectOption[];
}

/** A file of readings to import, or first to try without writing anything. */
export function ReadingsFileForm({ id, action, values, errors, series }: ReadingsFileFormProps) {
  return (
    <ImportForm
      id={id}
      action={action}
      hint="Colonnes date;serie;valeur, ou une colonne par série ; une colonne logement pour des logements, index de dépose si des compteurs ont été remplacés"
      error={errors.file}
    >
      <SelectField
        name="series"
        label="Série"
        value={values.series}
        options={series}
        empty="Nommée dans le fichier"
      />
      <SelectField
        name="kind"
        label="Les valeurs sont"
        value={values.kind}
        options={labelledOptions(FILE_CONTENTS, CONTENT_LABELS)}
      />
      <SelectField
        name="stamp"
        label="Date d’une consommation"
        value={values.stamp}
        options={labelledOptions(STAMPS, STAMP_LABELS)}
      />
      <SelectField
        name="onConflict"
        label="Valeur déjà connue"
        value={values.onConflict}
        options={labelledOptions(ON_CONFLICT, ON_CONFLICT_LABELS)}
      />
      <CheckField
        name="acceptOld"
        label={OLD_DATE_LABELS.file}
        checked={values.acceptOld === "on"}
      />
    </ImportForm>
  );
}
