import { page } from "fresh";
import { HouseTable } from "../../../../components/housing/HouseTable.tsx";
import { EmptyState } from "../../../../components/page/EmptyState.tsx";
import { PageTitle } from "../../../../components/page/PageTitle.tsx";
import { houseLines, keptHouses } from "../../../../lib/domain/housing/house_list.ts";
import { readTableState } from "../../../../lib/domain/tables/table_state.ts";
import { links } from "../../../../lib/links/links.ts";
import { PAGE_NAMES, windowTitle } from "../../../../lib/text/pages.ts";
import { define } from "../../../../lib/web/define.ts";
import { canWriteHouses, houseReader, readHouses } from "../../../../lib/web/houses_page.ts";
import { residenceOf } from "../../../../lib/web/residence_page.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { project } = houseReader(state);
    state.title = windowTitle(PAGE_NAMES.houses, project.name);
    const { houses, choices } = await readHouses(state);
    return page({ all: houseLines(houses, choices), table: readTableState(url.searchParams) });
  },
});

export default define.page<typeof handler>(({ data: { all, table }, state }) => {
  const { project, isAdmin } = residenceOf(state);
  const canWrite = canWriteHouses(state);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.houses}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      >
        {canWrite && <a class="button" href={links.newHouse(project.id)}>Ajouter un logement</a>}
      </PageTitle>
      {all.length === 0
        ? (
          <EmptyState title="Aucun logement" icon="house">
            {canWrite
              ? (
                <>
                  <p>Ajoutez les logements un à un, ou tous ensemble par un fichier.</p>
                  {isAdmin && (
                    <a class="button" href={links.stockImports()}>{PAGE_NAMES.stockImport}</a>
                  )}
                </>
              )
              : <p>Une personne qui configure la résidence peut en ajouter.</p>}
          </EmptyState>
        )
        : (
          <HouseTable
            projectId={project.id}
            all={all}
            kept={keptHouses(all, table)}
            features={project.features}
            state={table}
          />
        )}
    </>
  );
});
