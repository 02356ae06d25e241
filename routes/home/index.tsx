import { PortfolioFigures } from "@/components/portfolio/PortfolioFigures.tsx";
import { residenceList } from "@/components/portfolio/residence_list.tsx";
import { ToDoList } from "@/components/portfolio/ToDoList.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { readList } from "@/components/web/read_list.ts";
import ResidencesMap from "@/islands/portfolio/ResidencesMap.tsx";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { portfolioFigures, residenceFigures, worstFirst } from "@/lib/portfolio/figures.ts";
import { readResidences } from "@/lib/portfolio/residence_list.ts";
import { readToDo } from "@/lib/portfolio/to_do_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { writeFilters, writeTableState } from "@/lib/ui/tables.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = state.place?.organisation ?? null;
    if (organisation === null) return page(undefined);
    const { all, groups, ...known } = await readResidences(state.api, organisation.id);
    const toDo = await readToDo(state, organisation.id, known);
    const { rooms } = toDo.sources;
    const figuresOf = residenceFigures(toDo.sources);
    const residences = worstFirst(all.map((one) => ({ ...one, ...figuresOf(one.id) })));
    const seen = { energy: rooms !== null, documents: toDo.sources.documents !== null };
    const list = residenceList(groups, seen, noResidence(organisation));
    const { rows, file } = readList(url, residences, list);
    if (file !== null) return file;
    // What to do is not shown to a user who searches, sorts or turns a page.
    const isFirst = all.length > 0 && writeTableState(rows.table) === "";
    return page({
      organisation,
      rows,
      toDo: isFirst ? toDo : null,
      figures: isFirst && rooms !== null ? portfolioFigures(rooms, residences) : null,
    });
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  if (data === undefined) return <NoOrganisation caller={state.caller} />;
  const { organisation, rows, toDo, figures } = data;
  return (
    <>
      <PageTitle>
        {organisation.isAdmin && (
          <a class="button button-primary" href={links.newResidence()}>
            {PAGES.newResidence.title}
          </a>
        )}
      </PageTitle>
      {toDo && (
        <div class="stack" data-live="to-do">
          <ToDoList {...toDo} />
        </div>
      )}
      <div class="stack" data-live="residences">
        {figures && <PortfolioFigures figures={figures} toDoCount={toDo?.lines.length ?? 0} />}
        <ListTable {...rows} />
      </div>
      {rows.filtered.some(({ latitude }) => latitude !== null) && (
        <ResidencesMap
          pins={links.residencePins(organisation.id, writeFilters(rows.table.filters))}
          tiles={state.config.tiles}
        />
      )}
      {rows.all.length > 0 && <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />}
    </>
  );
});

function NoOrganisation({ caller }: { caller: Caller }) {
  const createsThem = caller.kind === "account" && caller.platformAdmin;
  return (
    <>
      <PageTitle />
      <EmptyState title="Vous n’appartenez à aucune organisation" icon="building">
        {createsThem
          ? (
            <>
              <p>Créez la première organisation, puis ses résidences.</p>
              <a class="button button-primary" href={links.newOrganisation()}>
                Créer une organisation
              </a>
            </>
          )
          : (
            <>
              <p>Demandez à l’administrateur de votre organisation de vous y donner un rôle.</p>
              <p>
                Si vous habitez un logement, l’accès à sa page commence le jour de votre entrée et
                finit avec votre départ.
              </p>
            </>
          )}
      </EmptyState>
    </>
  );
}

function noResidence({ isAdmin }: Organisation) {
  return isAdmin
    ? {
      text:
        "Importez les résidences, les bâtiments et les logements d’un fichier, ou créez la première.",
      children: (
        <>
          <a class="button button-primary" href={links.stockImports()}>Importer le patrimoine</a>
          <a class="button" href={links.newResidence()}>{PAGES.newResidence.title}</a>
        </>
      ),
    }
    : { text: "Aucune résidence ne vous est ouverte\u00A0: demandez l’accès à un administrateur." };
}
