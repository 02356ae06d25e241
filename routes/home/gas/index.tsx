import { page } from "fresh";
import { gasPceColumns, GasPceTable } from "@/components/gas/GasPceTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { filteredPces } from "@/lib/domain/gas/pce_list.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { readGasPlace } from "@/lib/pages/gas/gas_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { todayOf } from "@/lib/web/session/place.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const place = await readGasPlace(ctx);
    const today = todayOf(ctx.state);
    ctx.state.title = windowTitle(PAGE_NAMES.gasPces, place.organisation.name);
    const table = readTableState(ctx.url.searchParams);
    const kept = filteredPces(place.pces, table);
    const columns = gasPceColumns(today);
    return tableFile(ctx.url, { fileName: "points-de-livraison.csv", columns, rows: kept }) ??
      page({ ...place, today, table, kept });
  },
});

/** The gas delivery points of an organisation that the user may read. */
export default define.page<typeof handler>(({ data }) => {
  const { organisation, pces, mayImport, today, table, kept } = data;
  return (
    <>
      <PageTitle title={PAGE_NAMES.gasPces} subtitle={organisation.name}>
        <a class="button" href={links.gasConsents()}>{PAGE_NAMES.gasConsents}</a>
        {mayImport && (
          <a class="button button-primary" href={links.gasImport()}>Importer des relevés</a>
        )}
      </PageTitle>
      {pces.length === 0
        ? (
          <EmptyState title="Aucun point de livraison" icon="drop">
            <p>
              Le numéro d’un point de livraison (PCE) se saisit dans la configuration d’une
              chaufferie au gaz.
            </p>
          </EmptyState>
        )
        : <GasPceTable kept={kept} state={table} today={today} />}
    </>
  );
});
