import { pceList } from "@/components/gas/line_list.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { readGasPlace } from "@/lib/gas/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { organisation, pces, mayImport } = await readGasPlace(ctx);
    const { rows, file } = readList(ctx.url, pces, pceList(todayOf(ctx.state)));
    return file ?? page({ organisation, mayImport, rows });
  },
});

/** The gas delivery points of an organisation that the user may read. */
export default define.page<typeof handler>(({ data: { organisation, mayImport, rows } }) => (
  <>
    <PageTitle subtitle={organisation.name}>
      <a class="button" href={links.gasConsents()}>{PAGES.gasConsents.title}</a>
      {mayImport && (
        <a class="button button-primary" href={links.gasImport()}>Importer des relevés</a>
      )}
    </PageTitle>
    <ListTable {...rows} />
  </>
));
