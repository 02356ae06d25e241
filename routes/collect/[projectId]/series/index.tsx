import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { seriesList } from "@/components/series/series_list.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { canWriteSeries, readSeriesList } from "@/lib/pages/series/series_list_page.ts";
import { define, page, residenceOf, type State } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const all = await readSeriesList(state);
    const { project, roles } = residenceOf(state);
    state.title = windowTitle(PAGE_NAMES.seriesList, project.name);
    const list = seriesList(all, {
      project,
      canWrite: ({ scope }) => canWriteSeries(state, scope),
      readsHouses: opensScreen("houses", roles),
      next: canCreate(state)
        ? "Créez une série, puis rattachez-lui la source d’un collecteur ou importez ses relevés."
        : "Une personne qui configure la résidence peut en créer.",
    });
    const { rows, file } = readList(url, all, list);
    return file ?? page(rows);
  },
});

export default define.page<typeof handler>(({ data: rows, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.seriesList} of={project}>
        {canCreate(state) && (
          <a class="button button-primary" href={links.newSeries(project.id)}>
            Créer une série
          </a>
        )}
      </ResidenceTitle>
      <ListTable {...rows} />
    </>
  );
});

function canCreate(state: State): boolean {
  return canWriteSeries(state, "facilities") || canWriteSeries(state, "housing");
}
