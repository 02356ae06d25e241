import { seriesList } from "@/components/ingest/series_list.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { canWriteSeries, readSeriesList, writtenScopes } from "@/lib/ingest/series_pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const all = await readSeriesList(state);
    const { project, roles } = residenceOf(state);
    const list = seriesList(all, {
      project,
      canWrite: ({ scope }) => canWriteSeries(state, scope),
      readsHouses: opensScreen("houses", roles),
      next: writtenScopes(state).length > 0
        ? "Créez une série, puis rattachez-lui la source d’un collecteur ou importez ses relevés."
        : "Une personne qui configure la résidence peut en créer.",
    });
    const { rows, file } = readList(url, all, list);
    return file ?? page(rows);
  },
});

export default define.page<typeof handler>(({ data: rows, state }) => {
  const { project, roles } = residenceOf(state);
  const readsFacilities = opensScreen("boiler-rooms", roles) || opensScreen("buildings", roles);
  return (
    <>
      <PageTitle>
        {readsFacilities && project.facilitiesDataseries.length > 0 && (
          <a class="button" href={links.computedSeries(project.id)}>{PAGES.computedSeries.title}</a>
        )}
        {writtenScopes(state).length > 0 && (
          <a class="button button-primary" href={links.newSeries(project.id)}>
            Créer une série
          </a>
        )}
      </PageTitle>
      <ListTable {...rows} />
    </>
  );
});
