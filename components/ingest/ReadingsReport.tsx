import { ImportSummary } from "@/components/ui/ImportForm.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { TableRegion } from "@/components/ui/Page.tsx";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { COLUMN_ROLES } from "@/lib/ingest/readings_file_options.ts";
import {
  CHOSEN_MESSAGES,
  COLUMN_LABELS,
  expiringText,
  formatText,
  headingsText,
  lineCountTexts,
  proposedZoneText,
  repeatedHourText,
  uncountedText,
} from "@/lib/ingest/import_text.ts";
import type { ColumnChoice, ReadingsImport } from "@/lib/ingest/schema.ts";
import { FALL_ADVICE, happenedText } from "@/lib/series/meter_event_text.ts";

interface ReadingsReportProps {
  report: ReadingsImport;
  /** True for a dry run: nothing was written. */
  isDry: boolean;
  /** Time zone of the residence. */
  timeZone: string;
  /** True when only the start of the file was sent. */
  isCut?: boolean;
}

/** Result of an import of readings, or of its dry run, and the detected format of the file. */
export function ReadingsReport(
  { report, isDry, timeZone, isCut = false }: ReadingsReportProps,
) {
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
      {report.remembered !== null && (
        <RememberedChoice choice={report.remembered} timeZone={timeZone} />
      )}
      {report.proposedTimeZone !== null && <p>{proposedZoneText(isDry)}</p>}
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
      {isDry && <ReadColumns report={report} timeZone={timeZone} />}
      <p class="soft">{formatText(format)}</p>
    </ImportSummary>
  );
}

/** The choice by which a file was read, to forget it. @spec imports.remembered-columns */
function RememberedChoice(
  { choice: { id, at }, timeZone }: {
    choice: NonNullable<ReadingsImport["remembered"]>;
    timeZone: string;
  },
) {
  const day = civilDateOf(Date.parse(at), timeZone);
  return <ForgetForm id={id} text={`${CHOSEN_MESSAGES.remembered(day)}.`} />;
}

function ForgetForm({ id, text }: { id: string; text: string }) {
  return (
    <PostForm class="row">
      <input type="hidden" name="key" value={id} />
      <span>{text}</span>
      <button type="submit" class="button button-small" name="intent" value="forget">
        Oublier ce choix
      </button>
    </PostForm>
  );
}

/** The choices that the residence remembers, to forget one by which a file was refused. @spec imports.remembered-columns */
export function ColumnChoices(
  { choices, timeZone }: { choices: readonly ColumnChoice[]; timeZone: string },
) {
  if (choices.length === 0) return null;
  return (
    <details>
      <summary>Colonnes retenues pour les prochains fichiers</summary>
      {choices.map(({ id, heading, at }) => (
        <ForgetForm
          key={id}
          id={id}
          text={`«\u00A0${heading}\u00A0», choisies le ${
            formatDay(civilDateOf(Date.parse(at), timeZone))
          }`}
        />
      ))}
    </details>
  );
}

/** How a file was read: its format, its columns, and its first values by the clock of the residence. @spec imports.trial-run */
function ReadColumns(
  { report: { recognizedFormat, columns, firstReadings }, timeZone }: {
    report: ReadingsImport;
    timeZone: string;
  },
) {
  const headingsOf = COLUMN_ROLES.map((role) => ({
    role,
    headings: columns.filter((column) => column.role === role).map(({ heading }) => heading),
  }));
  return (
    <>
      {recognizedFormat.name !== "" && (
        <p>
          Format reconnu&nbsp;: {recognizedFormat.name}.
        </p>
      )}
      {columns.length > 0 && (
        <dl class="facts">
          {headingsOf.filter(({ headings }) => headings.length > 0).map(({ role, headings }) => [
            <dt key={role}>{COLUMN_LABELS[role]}</dt>,
            <dd key={`${role} headings`}>{headingsText(headings)}</dd>,
          ])}
        </dl>
      )}
      {firstReadings.length > 0 && (
        <TableRegion class="table-box" caption="Premiers relevés lus">
          <thead>
            <tr>
              <th scope="col">Instant</th>
              <th scope="col">Valeur et série</th>
            </tr>
          </thead>
          <tbody>
            {firstReadings.map(({ line, at, value, unit, series }, position) => (
              <tr key={position} title={`Ligne ${line}`}>
                <td>{formatInstant(at, timeZone)}</td>
                <td>
                  {`${formatNumber(value, VALUE_DECIMALS)}\u202F${unit}`}
                  <small class="slot-mark">{series}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
    </>
  );
}

const VALUE_DECIMALS = 6;
