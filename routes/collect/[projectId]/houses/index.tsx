import { houseList } from "@/components/housing/house_list.tsx";
import { SeriesLinks } from "@/components/housing/SeriesLinks.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import { placeAlarmCounts } from "@/lib/domain/alarms/alarm_table.ts";
import { houseLines } from "@/lib/domain/housing/house_list.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readOpenAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import { canWriteHouses, houseReader, readHouses } from "@/lib/pages/housing/houses_page.ts";
import { offeredSeries } from "@/lib/pages/housing/housing_series.ts";
import { define, page, residenceOf, type State } from "@/lib/web/state.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";
import { readList } from "@/routes/(_components)/read_list.ts";

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
    const list = houseList(all, {
      projectId: project.id,
      features: project.features,
      hasConnectivity: connectivity !== null,
      empty: noHouse(state),
    });
    const { rows, file } = readList(url, all, list);
    return file ?? page(rows);
  },
});

export default define.page<typeof handler>(({ data: rows, state }) => {
  const { project, roles } = residenceOf(state);
  const series = opensScreen("houses", roles) && rows.all.length > 0
    ? offeredSeries(state, null)
    : [];
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.houses} of={project}>
        {series.length > 0 && (
          <a class="button" href={links.runningMonth(project.id)}>{PAGE_NAMES.runningMonth}</a>
        )}
        {canWriteHouses(state) && (
          <a class="button button-primary" href={links.newHouse(project.id)}>Ajouter un logement</a>
        )}
      </ResidenceTitle>
      {series.length > 0 && (
        <SeriesLinks
          label="Relevés de tous les logements"
          series={series}
          hrefOf={(seriesId) => links.housingSeries({ projectId: project.id }, seriesId)}
        />
      )}
      <div class="stack" data-live="dwellings">
        <ListTable {...rows} />
      </div>
      {rows.all.length > 0 && <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />}
    </>
  );
});

function noHouse(state: State) {
  const empty = { title: "Aucun logement", icon: "house" } as const;
  if (!canWriteHouses(state)) {
    return { ...empty, text: "Une personne qui configure la résidence peut en ajouter." };
  }
  return {
    ...empty,
    text: "Ajoutez les logements un à un, ou tous ensemble par un fichier.",
    action: residenceOf(state).isAdmin && (
      <a class="button" href={links.stockImports()}>{PAGE_NAMES.stockImports}</a>
    ),
  };
}
