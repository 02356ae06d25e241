import { ImportSummary } from "@/components/ui/ImportForm.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import {
  expiringText,
  formatText,
  lineCountTexts,
  repeatedHourText,
  uncountedText,
} from "@/lib/ingest/import_text.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import { FALL_ADVICE, happenedText } from "@/lib/series/meter_event_text.ts";

interface ReadingsReportProps {
  report: ReadingsImport;
  /** True for a dry run: nothing was written. */
  isDry: boolean;
  /** True when only the start of the file was sent. */
  isCut?: boolean;
}

/** Result of an import of readings, or of its dry run, and the detected format of the file. */
export function ReadingsReport({ report, isDry, isCut = false }: ReadingsReportProps) {
  const { format, lineCount, readingCount, meterEventCount } = report;
  return (
    <ImportSummary
      isDry={isDry}
      isCut={isCut}
      lineCount={lineCount}
      isUseful={readingCount + meterEventCount > 0}
      counts={[
        ...lineCountTexts(report),
        ...readingCount === report.insertedCount + report.replacedCount
          ? []
          : [countText(readingCount, "relevé", "relevés")],
        ...report.deletedCount > 0
          ? [
            `${
              countText(report.deletedCount, "relevé supprimé", "relevés supprimés")
            } auparavant, non repris`,
          ]
          : [],
        ...meterEventCount > 0
          ? [countText(meterEventCount, "compteur remplacé", "compteurs remplacés")]
          : [],
      ]}
      errors={report.errors}
    >
      {report.falls.length > 0 && (
        <>
          <p>
            {countText(report.fallCount, "index en recul", "index en recul")}
            {"\u00A0"}:
          </p>
          <ul>
            {report.falls.map(({ series, date, ...fall }) => (
              <li key={`${series} ${date} ${fall.value}`}>
                {`${series}, ${happenedText({ what: "fall", fall }, formatDay(date))}`}
              </li>
            ))}
          </ul>
          <p>{FALL_ADVICE}</p>
        </>
      )}
      {report.uncountedCount > 0 && <p>{uncountedText(report)}</p>}
      {report.expiring !== null && <p>{expiringText(report.expiring)}</p>}
      {report.repeatedHourCount > 0 && (
        <p>{repeatedHourText(report.repeatedHourCount, report.repeatedHourLines)}</p>
      )}
      {report.conversions.length > 0 && (
        <p>
          {report.conversions.map(({ series, from, to }) => `${series}, de ${from} en ${to}`)
            .join("\u00A0; ").replace(/^/, "Unités converties\u00A0: ")}.
        </p>
      )}
      {!report.isFiled && (
        <p>
          Les relevés sont enregistrés{"\u00A0"}; leur classement se poursuit.
        </p>
      )}
      <p class="soft">{formatText(format)}</p>
    </ImportSummary>
  );
}
