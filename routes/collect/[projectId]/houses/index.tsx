import { houseList } from "@/components/housing/house_list.tsx";
import { SeriesLinks } from "@/components/housing/HouseLinks.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { readList } from "@/components/web/read_list.ts";
import { placeAlarmCounts } from "@/lib/alarms/alarm_list.ts";
import { readOpenAlarms } from "@/lib/alarms/pages.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import { houseLines } from "@/lib/housing/dwelling_list.ts";
import { canWriteHouses, houseReader, readHouses } from "@/lib/housing/pages.ts";
import { offeredSeries } from "@/lib/housing/series_pages.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page, type State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { project } = houseReader(state);
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
      <PageTitle>
        {series.length > 0 && (
          <a class="button" href={links.runningMonth(project.id)}>{PAGES.runningMonth.title}</a>
        )}
        {canWriteHouses(state) && (
          <a class="button button-primary" href={links.newHouse(project.id)}>Ajouter un logement</a>
        )}
      </PageTitle>
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
    children: residenceOf(state).isAdmin && (
      <a class="button" href={links.stockImports()}>{PAGES.stockImports.title}</a>
    ),
  };
}
