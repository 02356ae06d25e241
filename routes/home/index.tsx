import { page } from "fresh";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { AttentionCards } from "@/components/projects/AttentionCards.tsx";
import { residenceColumns, ResidenceTable } from "@/components/projects/ResidenceTable.tsx";
import ResidencesMap from "@/islands/maps/ResidencesMap.tsx";
import type { Caller } from "@/lib/contract/caller.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/contract/freshness.ts";
import {
  readTableState,
  type TableState,
  UNTOUCHED_TABLE,
  writeTableState,
} from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { readAttention } from "@/lib/pages/projects/attention.ts";
import { residenceList } from "@/lib/pages/projects/residences.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { PageRefresh } from "@/routes/(_components)/PageRefresh.tsx";

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = state.place?.organisation ?? null;
    state.title = windowTitle(PAGE_NAMES.residences, organisation?.name);
    const table = readTableState(url.searchParams);
    const list = organisation && await residenceList(state.api, organisation.id, table);
    const file = list && tableFile(url, {
      fileName: "residences.csv",
      columns: residenceColumns(list.groups),
      rows: list.kept,
    });
    if (file) return file;
    // Problems are not shown to a user who searches, sorts or turns a page.
    const attention = organisation !== null && list?.all.length && url.search === ""
      ? await readAttention(state, organisation.id, list.all)
      : null;
    return page({ organisation, table, list, attention });
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { organisation, table, list, attention } = data;
  if (organisation === null || list === null) return <NoOrganisation caller={state.caller} />;
  return (
    <>
      <PageTitle title={PAGE_NAMES.residences} subtitle={organisation.name}>
        {organisation.isAdmin && (
          <a class="button button-primary" href={links.newResidence()}>Nouvelle résidence</a>
        )}
      </PageTitle>
      {list.all.length === 0 ? <NoResidence isAdmin={organisation.isAdmin} /> : (
        <>
          {attention && (
            <div class="stack" data-live="attention">
              <AttentionCards {...attention} />
            </div>
          )}
          <div class="stack" data-live="residences">
            <ResidenceTable {...list} state={table} />
          </div>
          {list.kept.some(({ latitude }) => latitude !== null) && (
            <ResidencesMap
              pins={links.residencePins(organisation.id, filtersOf(table))}
              tiles={state.config.tiles}
            />
          )}
          <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />
        </>
      )}
    </>
  );
});

function NoOrganisation({ caller }: { caller: Caller }) {
  const createsThem = caller.kind === "account" && caller.platformAdmin;
  return (
    <>
      <PageTitle title={PAGE_NAMES.residences} />
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
              <p>Demandez à l’administrateur de votre organisation de vous y ajouter.</p>
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

function NoResidence({ isAdmin }: { isAdmin: boolean }) {
  return (
    <EmptyState title="Aucune résidence" icon="building">
      {isAdmin
        ? (
          <>
            <p>Créez la première résidence de l’organisation.</p>
            <a class="button button-primary" href={links.newResidence()}>Créer une résidence</a>
          </>
        )
        : <p>Aucune résidence ne vous est ouverte : demandez l’accès à un administrateur.</p>}
    </EmptyState>
  );
}

/** The filters of a table as a query, without its sort and its page. */
function filtersOf({ filters }: TableState): string {
  return writeTableState({ ...UNTOUCHED_TABLE, filters });
}
