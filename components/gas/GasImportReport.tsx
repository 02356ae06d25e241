import { ImportSummary } from "@/components/forms/ImportSummary.tsx";
import type { GasImport } from "@/lib/domain/gas/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { gasLineFaultText } from "@/lib/text/gas.ts";

interface GasImportReportProps {
  report: GasImport;
  /** True for a dry run: nothing was written. */
  isDry: boolean;
}

export function GasImportReport({ report, isDry }: GasImportReportProps) {
  const { lineCount, insertedCount, replacedCount, unchangedCount, errors } = report;
  return (
    <ImportSummary
      isDry={isDry}
      lineCount={lineCount}
      isUseful={insertedCount + replacedCount > 0}
      counts={[
        countText(lineCount, "ligne lue", "lignes lues"),
        countText(insertedCount, "relevé ajouté", "relevés ajoutés"),
        countText(replacedCount, "relevé remplacé", "relevés remplacés"),
        countText(unchangedCount, "relevé inchangé", "relevés inchangés"),
      ]}
      errors={errors.map((error) => ({
        line: error.line,
        column: null,
        message: gasLineFaultText(error),
      }))}
    />
  );
}
