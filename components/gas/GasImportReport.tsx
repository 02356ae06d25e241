import type { GasImport } from "../../lib/domain/gas/types.ts";
import { countText } from "../../lib/text/counts.ts";
import { GAS_LINE_FAULT_TEXTS } from "../../lib/text/gas.ts";
import { FileLines } from "../forms/FileLines.tsx";
import { Notice } from "../page/Notice.tsx";

interface GasImportReportProps {
  report: GasImport;
  /** Nothing was written: this is what would be. */
  isDry: boolean;
}

/** What an import of lines did, or would do, and the lines it left out. */
export function GasImportReport({ report, isDry }: GasImportReportProps) {
  const { lineCount, insertedCount, replacedCount, unchangedCount, errors } = report;
  const isUseless = errors.length > 0 && insertedCount + replacedCount === 0;
  const done = isUseless ? "Rien n’a été importé" : "Import terminé";
  return (
    <Notice
      tone={errors.length === 0 ? "good" : "bad"}
      live
      title={isDry ? "Essai\u00A0: rien n’a été enregistré" : done}
    >
      <p>
        {[
          countText(lineCount, "ligne lue", "lignes lues"),
          countText(insertedCount, "relevé ajouté", "relevés ajoutés"),
          countText(replacedCount, "relevé remplacé", "relevés remplacés"),
          countText(unchangedCount, "relevé inchangé", "relevés inchangés"),
        ].join(", ")}.
      </p>
      <FileLines
        errors={errors.map(({ line, fault }) => ({
          line,
          column: null,
          message: GAS_LINE_FAULT_TEXTS[fault],
        }))}
      />
    </Notice>
  );
}
