import { ImportForm } from "@/components/forms/ImportForm.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { links } from "@/lib/links/links.ts";

interface GasImportFormProps {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  /** Delivery points, for a file that names none. */
  pces: readonly SelectOption[];
}

/** A file of lines to import, or first to try without writing anything. */
export function GasImportForm({ values, errors, pces }: GasImportFormProps) {
  return (
    <ImportForm
      action={links.gasImport()}
      hint="Les colonnes de l’export d’un point de livraison, celles de GRDF, ou PCE;Date de relevé;Index (m³);Énergie (kWh)"
      error={errors.file}
    >
      <SelectField
        name="pce"
        label="Point de livraison"
        value={values.pce}
        options={pces}
        empty="Nommé dans le fichier"
      />
    </ImportForm>
  );
}
