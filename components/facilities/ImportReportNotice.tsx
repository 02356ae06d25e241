import type { ImportReport } from "../../lib/domain/facilities/types.ts";
import { countText } from "../../lib/text/counts.ts";
import { FileLines } from "../forms/FileLines.tsx";
import { Notice } from "../page/Notice.tsx";

interface ImportReportNoticeProps {
  report: ImportReport;
  /** Nothing was written: this is what would be. */
  isDry: boolean;
}

/** What an import did, or would do, and the lines it could not use. */
export function ImportReportNotice({ report, isDry }: ImportReportNoticeProps) {
  const { lineCount, insertedCount, replacedCount, ignoredCount, errors } = report;
  return (
    <Notice tone={errors.length === 0 ? "good" : "bad"} live title={titleOf(report, isDry)}>
      {lineCount > 0 && (
        <p>
          {[
            countText(lineCount, "ligne lue", "lignes lues"),
            countText(insertedCount, "jour ajouté", "jours ajoutés"),
            countText(replacedCount, "jour remplacé", "jours remplacés"),
            countText(ignoredCount, "ligne ignorée", "lignes ignorées"),
          ].join(", ")}.
        </p>
      )}
      <FileLines errors={errors} />
    </Notice>
  );
}

function titleOf({ insertedCount, replacedCount, errors }: ImportReport, isDry: boolean): string {
  if (isDry) return "Essai\u00A0: rien n’a été enregistré";
  const isUseless = errors.length > 0 && insertedCount + replacedCount === 0;
  return isUseless ? "Rien n’a été importé" : "Import terminé";
}
