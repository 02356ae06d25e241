import { FileField } from "@/components/ui/Field.tsx";
import { ImportBar, ImportSummary } from "@/components/ui/ImportForm.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import type { FieldError } from "@/lib/base/validators.ts";
import { lineCountTexts } from "@/lib/ingest/import_text.ts";
import type { ImportReport } from "@/lib/weather/schema.ts";

/** Import of a daily or hourly file of Météo-France, with a dry run. */
export function DayFileForm(
  { action, error, isAgain }: { action: string; error: FieldError | undefined; isAgain: boolean },
) {
  return (
    <PostForm class="form" action={action} encType="multipart/form-data" noValidate>
      <input type="hidden" name="form" value="file" />
      <FileField
        label="Fichier quotidien ou horaire de Météo-France"
        hint="CSV du département, tel que publié sur meteo.data.gouv.fr, compressé (.gz) ou non, ou Excel (.xlsx)"
        accept=".csv,.gz,.xlsx,text/csv,application/gzip"
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
