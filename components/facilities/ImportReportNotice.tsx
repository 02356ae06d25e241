import type { ImportReport } from "../../lib/domain/facilities/types.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { Notice } from "../page/Notice.tsx";

interface ImportReportNoticeProps {
  report: ImportReport;
  /** Nothing was written: this is what would be. */
  isDry: boolean;
}

/** What an import did, or would do, and the lines it could not use. */
export function ImportReportNotice({ report, isDry }: ImportReportNoticeProps) {
  const { lineCount, insertedCount, replacedCount, ignoredCount, errors } = report;
  const count = (value: number) => formatNumber(value, 0);
  return (
    <Notice
      tone={errors.length === 0 ? "good" : "bad"}
      live
      title={isDry ? "Essai : rien n’a été enregistré" : "Import terminé"}
    >
      <p>
        {`${count(lineCount)} lignes lues, ${count(insertedCount)} jours ajoutés, `}
        {`${count(replacedCount)} remplacés, ${count(ignoredCount)} lignes ignorées.`}
      </p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ line, column, message }) => (
            <li key={`${line}-${column}`}>
              {`Ligne ${line}${column === null ? "" : `, ${column}`}\u00A0: ${message}`}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
