import { page } from "fresh";
import { HouseTable } from "@/components/housing/HouseTable.tsx";
import { houseFileColumns } from "@/components/housing/house_columns.tsx";
import { SeriesLinks } from "@/components/housing/SeriesLinks.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import { placeAlarmCounts } from "@/lib/domain/alarms/alarm_table.ts";
import { filteredHouses, houseLines } from "@/lib/domain/housing/house_list.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { readOpenAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import { canWriteHouses, houseReader, readHouses } from "@/lib/pages/housing/houses_page.ts";
import { offeredSeries } from "@/lib/pages/housing/housing_series.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { project } = houseReader(state);
    state.title = windowTitle(PAGE_NAMES.houses, project.name);
    const [{ houses, choices, connectivity }, alarms] = await Promise.all([
      readHouses(state),
      readOpenAlarms(state),
    ]);
    const counts = placeAlarmCounts(alarms, "houseId");
    const all = houseLines(houses, choices, connectivity ?? [], counts);
    const table = readTableState(url.searchParams);
    const shown = {
      features: project.features,
      hasConnectivity: connectivity !== null,
      hasAlarms: all.some(({ alarmCount }) => alarmCount > 0),
    };
    const kept = filteredHouses(all, table);
    const file = { fileName: "logements.csv", columns: houseFileColumns(shown), rows: kept };
    return tableFile(url, file) ?? page({ all, kept, shown, table });
  },
});

export default define.page<typeof handler>(({ data: { all, kept, shown, table }, state }) => {
  const { project, isAdmin, roles } = residenceOf(state);
  const series = opensScreen("houses", roles) ? offeredSeries(state, null) : [];
  const canWrite = canWriteHouses(state);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.houses} of={project}>
        {all.length > 0 && series.length > 0 && (
          <a class="button" href={links.runningMonth(project.id)}>{PAGE_NAMES.runningMonth}</a>
        )}
        {canWrite && (
          <a class="button button-primary" href={links.newHouse(project.id)}>Ajouter un logement</a>
        )}
      </ResidenceTitle>
      {all.length > 0 && series.length > 0 && (
        <SeriesLinks
          label="Relevés de tous les logements"
          series={series}
          hrefOf={(seriesId) => links.housingSeries({ projectId: project.id }, seriesId)}
        />
      )}
      {all.length === 0
        ? (
          <EmptyState title="Aucun logement" icon="house">
            {canWrite
              ? (
                <>
                  <p>Ajoutez les logements un à un, ou tous ensemble par un fichier.</p>
                  {isAdmin && (
                    <a class="button" href={links.stockImports()}>{PAGE_NAMES.stockImports}</a>
                  )}
                </>
              )
              : <p>Une personne qui configure la résidence peut en ajouter.</p>}
          </EmptyState>
        )
        : (
          <>
            <div class="stack" data-live="dwellings">
              <HouseTable
                projectId={project.id}
                all={all}
                kept={kept}
                columns={shown}
                state={table}
              />
            </div>
            <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />
          </>
        )}
    </>
  );
});
