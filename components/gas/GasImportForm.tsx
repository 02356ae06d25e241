import type { FieldErrors } from "../../lib/domain/forms/field_errors.ts";
import { links } from "../../lib/links/links.ts";
import { controlAttributes, Field } from "../forms/Field.tsx";
import { ImportBar } from "../forms/ImportBar.tsx";
import { SelectField, type SelectOption } from "../forms/SelectField.tsx";

interface GasImportFormProps {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  /** Delivery points, for a file that names none. */
  pces: readonly SelectOption[];
}

/** A file of lines to import, or first to try without writing anything. */
export function GasImportForm({ values, errors, pces }: GasImportFormProps) {
  const file = {
    name: "file",
    label: "Fichier CSV",
    hint: "Les colonnes de l’export d’un point de livraison, ou celles de GRDF",
    error: errors.file,
    required: true,
  };
  return (
    <form
      class="form"
      method="post"
      action={links.gasImport()}
      encType="multipart/form-data"
      noValidate
    >
      <div class="form-columns">
        <Field {...file}>
          <input
            class="input"
            type="file"
            accept=".csv,.txt,.gz,text/csv,application/gzip"
            {...controlAttributes(file)}
          />
        </Field>
        <SelectField
          name="pce"
          label="Point de livraison"
          value={values.pce}
          options={pces}
          empty="Nommé dans le fichier"
        />
      </div>
      <ImportBar />
    </form>
  );
}
