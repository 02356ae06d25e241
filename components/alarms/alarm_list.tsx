import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/alarms/alarm_handlers.ts";
import {
  alarmDurationS,
  type AlarmFileLine,
  type AlarmLine,
  type AlarmRow,
  withChildren,
} from "@/lib/alarms/alarm_list.ts";
import { childrenText, handlerLabel, mutedText } from "@/lib/alarms/text.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { othersText } from "@/lib/base/text_format.ts";
import { durationText } from "@/lib/base/text_periods.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";

interface AlarmListOptions {
  readonly path: string;
  /** Year of closed alarms; undefined for open ones. */
  readonly closedYear: number | undefined;
  /** True for an organisation: lines then show the residence above the place in it. */
  readonly ofOrganisation: boolean;
  /** Seconds since 1970. */
  readonly nowS: number;
}

/** The alarms of a residence or an organisation, latest first. A search also matches the children of a line. */
export function alarmList(options: AlarmListOptions): List<AlarmRow> {
  const { path, closedYear, ofOrganisation } = options;
  return {
    title: ofOrganisation ? PAGES.orgAlarms.title : PAGES.alarms.title,
    path,
    fileName: closedYear === undefined
      ? "alertes-ouvertes.csv"
      : `alertes-closes-${closedYear}.csv`,
    columns: alarmColumns(options),
    order: "start",
    direction: "desc",
    filters: [
      {
        field: "handler",
        label: "Type",
        value: (row) => withChildren(row).map(({ handler }) => handler),
        text: handlerLabel,
        least: 2,
      },
      ofOrganisation
        ? {
          field: "project",
          label: "Résidence",
          value: ({ projectName }) => projectName,
          least: 2,
        }
        : {
          field: "place",
          label: "Lieu",
          value: (row) => withChildren(row).map(({ placeName }) => placeName),
          least: 2,
        },
    ],
    words: (row) =>
      withChildren(row).flatMap(({ message, projectName, placeName }) => [
        message,
        projectName,
        placeName,
      ]),
    noun: "alerte",
    nothing: "Aucune alerte trouvée",
    icon: "alert",
    empty: {
      title: closedYear === undefined ? "Aucune alerte ouverte" : "Aucune alerte close cette année",
      icon: "check",
    },
  };
}

function alarmColumns(
  { closedYear, ofOrganisation, nowS }: AlarmListOptions,
): TableColumn<AlarmRow>[] {
  return [
    {
      field: "message",
      label: "Alerte",
      cell: (row) => <AlarmCell row={row} />,
      sort: ({ message }) => message,
    },
    ofOrganisation
      ? {
        field: "project",
        label: "Résidence",
        cell: ({ projectName, placeName }) => (
          <>
            {projectName}
            {placeName !== "" && <p class="soft small">{placeName}</p>}
          </>
        ),
        sort: ({ projectName }) => projectName,
      }
      : textColumn("place", "Lieu", ({ placeName }) => placeName),
    textColumn("handler", "Type", ({ handler }) => ALARM_HANDLER_LABELS[handler]),
    dateColumn("start", "Début", startText, { sort: ({ start }) => start }),
    ...closedYear === undefined
      ? []
      : [dateColumn<AlarmRow>("end", "Fin", endText, { sort: ({ end }) => end })],
    durationColumn(nowS),
  ];
}

function durationColumn<Row extends AlarmLine>(nowS: number): TableColumn<Row> {
  const durationS = (row: Row) => alarmDurationS(row, nowS);
  return dateColumn("duration", "Durée", (row) => durationText(durationS(row)), {
    sort: durationS,
    verdict: true,
  });
}

export function childColumns(nowS: number): TableColumn<AlarmLine>[] {
  return [
    textColumn("message", "Alerte", ({ message }) => message, {
      cell: (child) => <AlarmLink alarm={child} />,
    }),
    textColumn("place", "Lieu", ({ placeName }) => placeName),
    dateColumn("start", "Début", startText),
    durationColumn(nowS),
  ];
}

/** Columns of the file: every alarm has its line, and a child includes its parent's message. */
export function alarmFileColumns(nowS: number): CsvColumn<AlarmFileLine>[] {
  return [
    { header: "Alerte", value: ({ message }) => message },
    { header: "Résidence", value: ({ projectName }) => projectName },
    { header: "Lieu", value: ({ placeName }) => placeName },
    { header: "Type", value: ({ handler }) => ALARM_HANDLER_LABELS[handler] },
    { header: "Début", value: startText },
    { header: "Fin", value: endText },
    { header: "Durée (min)", value: (line) => Math.round(alarmDurationS(line, nowS) / 60) },
    { header: "Dépend de", value: ({ parent }) => parent },
    { header: "Commentaires", value: ({ alarmComments }) => alarmComments.length },
  ];
}

/** Instants of an alarm are in the time zone of its residence, also in the list of an organisation. */
function startText({ start, timeZone }: Pick<AlarmLine, "start" | "timeZone">): string {
  return formatInstant(start, timeZone);
}

function endText({ end, timeZone }: Pick<AlarmLine, "end" | "timeZone">): string {
  return formatInstant(end, timeZone);
}

/** Maximum number of children listed under a line: the page of the alarm has them all. */
const LISTED_CHILDREN = 20;

function AlarmCell({ row }: { row: AlarmRow }) {
  const { children, mutedUntil, timeZone } = row;
  const others = children.length - LISTED_CHILDREN;
  return (
    <>
      <AlarmLink alarm={row} />
      {mutedUntil !== null && <p class="soft small">{mutedText(mutedUntil, timeZone)}</p>}
      {children.length > 0 && (
        <details class="alarm-children">
          <summary>{childrenText(children.length)}</summary>
          <ul>
            {children.slice(0, LISTED_CHILDREN).map((child) => (
              <li key={child.id}>
                <AlarmLink alarm={child} />
                {child.houseId === null && child.placeName !== "" && (
                  <span class="soft small">{child.placeName}</span>
                )}
              </li>
            ))}
          </ul>
          {others > 0 && <a href={links.alarm(row.projectId, row.id)}>{othersText(others)}</a>}
        </details>
      )}
    </>
  );
}

function AlarmLink({ alarm: { projectId, id, message } }: { alarm: AlarmLine }) {
  return <a href={links.alarm(projectId, id)}>{message}</a>;
}
