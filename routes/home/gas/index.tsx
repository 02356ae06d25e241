import { pceList } from "@/components/gas/pce_list.tsx";
import { PageTitle } from "@/components/page/Page.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readGasPlace } from "@/lib/pages/gas/gas_page.ts";
import { define, page, todayOf } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { organisation, pces, mayImport } = await readGasPlace(ctx);
    ctx.state.title = windowTitle(PAGE_NAMES.gasPces, organisation.name);
    const { rows, file } = readList(ctx.url, pces, pceList(todayOf(ctx.state)));
    return file ?? page({ organisation, mayImport, rows });
  },
});

/** The gas delivery points of an organisation that the user may read. */
export default define.page<typeof handler>(({ data: { organisation, mayImport, rows } }) => (
  <>
    <PageTitle title={PAGE_NAMES.gasPces} subtitle={organisation.name}>
      <a class="button" href={links.gasConsents()}>{PAGE_NAMES.gasConsents}</a>
      {mayImport && (
        <a class="button button-primary" href={links.gasImport()}>Importer des relevés</a>
      )}
    </PageTitle>
    <ListTable {...rows} />
  </>
));
