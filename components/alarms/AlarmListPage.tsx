import type { ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { ListLinks, PageTitle } from "@/components/ui/Page.tsx";
import { YearNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { type AlarmRow, unfoldedAlarms } from "@/lib/alarms/alarm_list.ts";
import { alarmsOf, readAlarmList } from "@/lib/alarms/pages.ts";
import { alarmListTitle } from "@/lib/alarms/text.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import { yearOf } from "@/lib/base/civil_dates.ts";
import { FIRST_YEAR } from "@/lib/base/periods.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { writeFilters } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { page, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { alarmFileColumns, alarmList } from "./alarm_list.tsx";

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
        title={rows.list.title}
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
