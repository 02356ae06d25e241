import { type Context, page } from "fresh";
import { alarmColumns, alarmFileColumns } from "@/components/alarms/alarm_columns.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { ListLinks } from "@/components/page/ListLinks.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { YearNavigator } from "@/components/periods/YearNavigator.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import {
  alarmKey,
  type AlarmRow,
  alarmRules,
  unfoldedAlarms,
} from "@/lib/domain/alarms/alarm_table.ts";
import { yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { FIRST_YEAR } from "@/lib/domain/periods/period.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { PAGE_SIZE } from "@/lib/domain/tables/paginate.ts";
import { UNTOUCHED_TABLE, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import { type AlarmList, alarmsOf, readAlarmList } from "@/lib/pages/alarms/alarm_list_page.ts";
import { alarmListTitle, handlerLabel } from "@/lib/text/alarms/alarm_lists.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import { PageRefresh } from "./PageRefresh.tsx";

/** Handlers of a list of alarms, of an organisation or of a residence. */
export const alarmListHandlers = {
  async GET({ state, url, params }: Context<State>) {
    const list = await readAlarmList(state, params, url);
    const { name } = placeOf(state);
    state.title = windowTitle(alarmListTitle(list.closedYear), name);
    const isClosed = list.closedYear !== undefined;
    return tableFile(url, {
      fileName: isClosed ? `alertes-closes-${list.closedYear}.csv` : "alertes-ouvertes.csv",
      columns: alarmFileColumns(columnsOptions(list, state)),
      rows: unfoldedAlarms(list.kept),
    }) ?? page(list);
  },
};

/** The residence of a list of alarms, or its organisation. */
function placeOf(state: State): { name: string; projectId: string | null } {
  const project = state.place?.project;
  return project
    ? { name: project.name, projectId: project.id }
    : { name: alarmsOf(state).name, projectId: null };
}

function columnsOptions({ closedYear, nowS }: AlarmList, state: State) {
  return {
    isClosed: closedYear !== undefined,
    ofOrganisation: !state.place?.project,
    nowS,
  };
}

/** A list of alarms, with a link to the other list. */
export function AlarmListPage({ list, state }: { list: AlarmList; state: State }) {
  const { closedYear, all, kept, table, nowS } = list;
  const { name, projectId } = placeOf(state);
  const year = yearOf(todayOf(state));
  const hrefOf = (ofYear?: number, query = "") =>
    projectId === null ? links.orgAlarms(query, ofYear) : links.alarms(projectId, query, ofYear);
  // The search also applies to the other list.
  const filters = writeTableState({ ...UNTOUCHED_TABLE, filters: table.filters });
  return (
    <>
      <PageTitle
        title={projectId === null ? PAGE_NAMES.orgAlarms : PAGE_NAMES.alarms}
        subtitle={name}
        back={projectId === null ? undefined : { href: links.residence(projectId), label: name }}
        navigator={closedYear !== undefined && (
          <YearNavigator
            year={closedYear}
            firstYear={FIRST_YEAR}
            lastYear={year}
            hrefOf={(one) => hrefOf(one, filters)}
          />
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
          {
            href: hrefOf(undefined, filters),
            text: "Ouvertes",
            isShown: closedYear === undefined,
          },
          {
            href: hrefOf(closedYear ?? year, filters),
            text: "Closes",
            isShown: closedYear !== undefined,
          },
        ]}
      />
      <div class="stack" data-live="alarms">
        {all.length === 0
          ? (
            <EmptyState
              title={closedYear === undefined
                ? "Aucune alerte ouverte"
                : "Aucune alerte close cette année"}
              icon="check"
            />
          )
          : (
            <ListTable
              path={hrefOf(closedYear)}
              state={table}
              order={alarmRules(nowS).order}
              allCount={all.length}
              kept={kept}
              columns={alarmColumns(columnsOptions(list, state))}
              rowKey={alarmKey}
              filters={filtersOf(all, projectId === null)}
              pageSize={PAGE_SIZE}
              noun="alerte"
              nothing="Aucune alerte trouvée"
              icon="alert"
            />
          )}
      </div>
      <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />
    </>
  );
}

/** Link to the mail reports of the residence, or of the user; nothing without the right to write the former. */
function ReportsLink({ state: { place } }: { state: State }) {
  if (!place?.project) {
    return <a class="button" href={links.ownAlarmReports()}>{PAGE_NAMES.ownAlarmReports}</a>;
  }
  const mayWrite = place.organisation?.isAdmin || opensScreen("alarm-reports", place.roles);
  return mayWrite
    ? <a class="button" href={links.alarmReports(place.project.id)}>{PAGE_NAMES.alarmReports}</a>
    : null;
}

function filtersOf(all: readonly AlarmRow[], ofOrganisation: boolean) {
  const { filters } = alarmRules(0);
  const place = ofOrganisation
    ? { field: "project", label: "Résidence" }
    : { field: "place", label: "Lieu" };
  const fields = [{ field: "handler", label: "Type" }, place];
  return fields.map(({ field, label }) => ({
    field,
    label,
    options: filterOptions(
      all,
      filters[field] ?? (() => ""),
      field === "handler" ? handlerLabel : undefined,
    ),
  })).filter(({ options }) => options.length > 1);
}
