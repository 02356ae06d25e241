import { ImportSummary } from "@/components/forms/ImportSummary.tsx";
import type { ImportReport } from "@/lib/domain/facilities/types.ts";
import { countText } from "@/lib/text/format/counts.ts";

interface ImportReportNoticeProps {
  report: ImportReport;
  /** True for a dry run: nothing was written. */
  isDry: boolean;
}

export function ImportReportNotice({ report, isDry }: ImportReportNoticeProps) {
  const { lineCount, insertedCount, replacedCount, ignoredCount, errors } = report;
  return (
    <ImportSummary
      isDry={isDry}
      lineCount={lineCount}
      isUseful={insertedCount + replacedCount > 0}
      counts={lineCount === 0 ? [] : [
        countText(lineCount, "ligne lue", "lignes lues"),
        countText(insertedCount, "jour ajouté", "jours ajoutés"),
        countText(replacedCount, "jour remplacé", "jours remplacés"),
        countText(ignoredCount, "ligne ignorée", "lignes ignorées"),
      ]}
      errors={errors}
    />
  );
}
