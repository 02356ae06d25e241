import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { ListLinks, PageTitle } from "@/components/ui/Page.tsx";
import { YearNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/alarms/alarm_handlers.ts";
import {
  alarmDurationS,
  type AlarmFileLine,
  type AlarmLine,
  type AlarmRow,
  unfoldedAlarms,
  withChildren,
} from "@/lib/alarms/alarm_list.ts";
import { alarmsOf, readAlarmList } from "@/lib/alarms/pages.ts";
import { alarmListTitle, childrenText, handlerLabel, mutedText } from "@/lib/alarms/text.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import { yearOf } from "@/lib/base/civil_dates.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { FIRST_YEAR } from "@/lib/base/periods.ts";
import { othersText } from "@/lib/base/text_format.ts";
import { durationText } from "@/lib/base/text_periods.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { writeFilters } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { page, type PageContext, type State, todayOf } from "@/lib/web/state.ts";

/** Handlers of a list of alarms, of an organisation or of a residence. */
export const alarmListHandlers = {
  async GET({ state, url, params }: PageContext) {
    const { closedYear, all } = await readAlarmList(state, params.year);
    const { name, projectId } = placeOf(state);
    state.title = [alarmListTitle(closedYear), name];
    const nowS = Date.parse(state.now) / 1_000;
    const path = listPath(projectId, closedYear);
    const list = alarmList({ path, closedYear, ofOrganisation: projectId === null, nowS });
    const rows = listedRows(url, all, list);
    return tableFile(url, {
      fileName: list.fileName,
      columns: alarmFileColumns(nowS),
      rows: unfoldedAlarms(rows.filtered),
    }) ?? page({ closedYear, rows });
  },
};

function placeOf(state: State): { name: string; projectId: string | null } {
  const project = state.place?.project;
  return project
    ? { name: project.name, projectId: project.id }
    : { name: alarmsOf(state).name, projectId: null };
}

function listPath(projectId: string | null, ofYear?: number, query = ""): string {
  return projectId === null
    ? links.orgAlarms(query, ofYear)
    : links.alarms(projectId, query, ofYear);
}

interface AlarmListPageProps {
  /** Year of closed alarms; undefined for open ones. */
  closedYear: number | undefined;
  rows: ListRows<AlarmRow>;
  state: State;
}

/** A list of alarms, with a link to the other list. */
export function AlarmListPage({ closedYear, rows, state }: AlarmListPageProps) {
  const { name, projectId } = placeOf(state);
  const year = yearOf(todayOf(state));
  // The search also applies to the other list.
  const filters = writeFilters(rows.table.filters);
  const hrefOf = (ofYear?: number) => listPath(projectId, ofYear, filters);
  return (
    <>
      <PageTitle
        title={projectId === null ? PAGES.orgAlarms.title : PAGES.alarms.title}
        subtitle={name}
        navigator={closedYear !== undefined && (
          <YearNavigator year={closedYear} firstYear={FIRST_YEAR} lastYear={year} hrefOf={hrefOf} />
        )}
      >
        {projectId !== null && (
          <a class="button" href={links.alarmSettings(projectId)}>Travaux et délais</a>
        )}
        <ReportsLink state={state} />
      </PageTitle>
      <ListLinks
        label="Listes d’alertes"
        links={[
          { href: hrefOf(), text: "Ouvertes", isShown: closedYear === undefined },
          { href: hrefOf(closedYear ?? year), text: "Closes", isShown: closedYear !== undefined },
        ]}
      />
      <div class="stack" data-live="alarms">
        <ListTable {...rows} />
      </div>
      <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />
    </>
  );
}

/** Link to the mail reports of the residence, or of the user; nothing without the right to write the former. */
function ReportsLink({ state: { place } }: { state: State }) {
  if (!place?.project) {
    return <a class="button" href={links.ownAlarmReports()}>{PAGES.ownAlarmReports.title}</a>;
  }
  const mayWrite = place.organisation?.isAdmin || opensScreen("alarm-reports", place.roles);
  return mayWrite
    ? <a class="button" href={links.alarmReports(place.project.id)}>{PAGES.alarmReports.title}</a>
    : null;
}

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
function alarmFileColumns(nowS: number): CsvColumn<AlarmFileLine>[] {
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
