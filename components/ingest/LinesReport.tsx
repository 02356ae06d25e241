/** What became of the lines of an imported file. @module */

import { type FileLine, ImportSummary } from "@/components/ui/ImportForm.tsx";
import { lineCountTexts } from "@/lib/ingest/import_text.ts";
import type { ImportCounts } from "@/lib/ingest/schema.ts";

interface LinesReportProps {
  report: ImportCounts & { readonly errors: readonly FileLine[] };
  /** True for a dry run: nothing was written. */
  isDry: boolean;
}

export function LinesReport({ report, isDry }: LinesReportProps) {
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
