import { FileField } from "@/components/forms/FileField.tsx";
import { ImportBar } from "@/components/forms/ImportBar.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";

/** Import of a daily file of Météo-France, with a dry run. */
export function DayFileForm(
  { action, error, isAgain }: { action: string; error: FieldError | undefined; isAgain: boolean },
) {
  return (
    <PostForm class="form" action={action} encType="multipart/form-data" noValidate>
      <input type="hidden" name="form" value="file" />
      <FileField
        label="Fichier quotidien de Météo-France"
        hint="CSV du département, tel que publié sur meteo.data.gouv.fr, compressé (.gz) ou non"
        accept=".csv,.gz,text/csv,application/gzip"
        error={error}
        isAgain={isAgain}
      />
      <ImportBar />
    </PostForm>
  );
}
