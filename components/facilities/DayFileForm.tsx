import { FileField } from "@/components/forms/Field.tsx";
import { ImportBar } from "@/components/forms/ImportForm.tsx";
import { ImportSummary } from "@/components/forms/ImportSummary.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import type { ImportReport } from "@/lib/domain/facilities/types.ts";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { lineCountTexts } from "@/lib/text/series/imports.ts";

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

interface ImportReportNoticeProps {
  report: ImportReport;
  /** True for a dry run: nothing was written. */
  isDry: boolean;
}

export function ImportReportNotice({ report, isDry }: ImportReportNoticeProps) {
  const { lineCount, insertedCount, replacedCount, errors } = report;
  return (
    <ImportSummary
      isDry={isDry}
      lineCount={lineCount}
      isUseful={insertedCount + replacedCount > 0}
      counts={lineCount === 0 ? [] : lineCountTexts(report)}
      errors={errors}
    />
  );
}
