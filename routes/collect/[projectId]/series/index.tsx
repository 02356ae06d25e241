import { page } from "fresh";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { SeriesListTable } from "@/components/series/SeriesListTable.tsx";
import { filteredSeries } from "@/lib/domain/projects/series_list.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { canWriteSeries, readSeriesList } from "@/lib/pages/series/series_list_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { SERIES_COLUMNS } from "@/lib/text/series/series_settings.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const all = await readSeriesList(state);
    const table = readTableState(url.searchParams);
    state.title = windowTitle(PAGE_NAMES.seriesList, residenceOf(state).project.name);
    const kept = filteredSeries(all, table);
    return tableFile(url, { fileName: "series.csv", columns: SERIES_COLUMNS, rows: kept }) ??
      page({ all, kept, table });
  },
});

export default define.page<typeof handler>(({ data: { all, kept, table }, state }) => {
  const { project, roles } = residenceOf(state);
  const canCreate = canWriteSeries(state, "facilities") || canWriteSeries(state, "housing");
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.seriesList} of={project}>
        {canCreate && (
          <a class="button button-primary" href={`${links.sensors(project.id)}#new-series`}>
            Créer une série
          </a>
        )}
      </ResidenceTitle>
      {all.length === 0
        ? (
          <EmptyState title="Aucune série" icon="sensor">
            <p>
              {canCreate
                ? "Créez une série, puis rattachez-lui la source d’un collecteur ou importez ses relevés."
                : "Une personne qui configure la résidence peut en créer."}
            </p>
          </EmptyState>
        )
        : (
          <SeriesListTable
            projectId={project.id}
            timeZone={project.timeZone}
            all={all}
            kept={kept}
            state={table}
            canWrite={({ scope }) => canWriteSeries(state, scope)}
            readsHouses={opensScreen("houses", roles)}
          />
        )}
    </>
  );
});
