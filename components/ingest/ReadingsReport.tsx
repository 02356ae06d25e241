import type { ReadingsImport } from "../../lib/domain/series/csv_content.ts";
import { countText } from "../../lib/text/counts.ts";
import { formatText } from "../../lib/text/readings_file.ts";
import { FileLines } from "../forms/FileLines.tsx";
import { Notice } from "../page/Notice.tsx";

interface ReadingsReportProps {
  report: ReadingsImport;
  /** Nothing was written: this is what would be. */
  isDry: boolean;
}

/** What an import of readings did, or would do: how the file was read, and the lines it could not use. */
export function ReadingsReport({ report, isDry }: ReadingsReportProps) {
  const { format, lineCount, insertedCount, replacedCount, ignoredCount, errors } = report;
  return (
    <Notice tone={errors.length === 0 ? "good" : "bad"} live title={titleOf(report, isDry)}>
      <p>
        {[
          countText(lineCount, "ligne lue", "lignes lues"),
          countText(insertedCount, "relevé ajouté", "relevés ajoutés"),
          countText(replacedCount, "relevé remplacé", "relevés remplacés"),
          countText(ignoredCount, "relevé inchangé", "relevés inchangés"),
        ].join(", ")}.
      </p>
      <p class="soft">{formatText(format)}</p>
      <FileLines errors={errors} />
    </Notice>
  );
}

function titleOf(
  { insertedCount, replacedCount, errors }: ReadingsImport,
  isDry: boolean,
): string {
  if (isDry) return "Essai\u00A0: rien n’a été enregistré";
  const isUseless = errors.length > 0 && insertedCount + replacedCount === 0;
  return isUseless ? "Rien n’a été importé" : "Import terminé";
}
