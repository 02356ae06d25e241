import { page } from "fresh";
import { UserTable } from "@/components/organisations/UserTable.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { userList } from "@/lib/pages/organisations/users_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = administered(state);
    state.title = windowTitle(PAGE_NAMES.users, organisation.name);
    const table = readTableState(url.searchParams);
    const { all, kept } = await userList(state.api, organisation.id, table);
    return page({ organisation, table, all, kept });
  },
});

export default define.page<typeof handler>(({ data: { organisation, table, all, kept } }) => (
  <>
    <PageTitle title={PAGE_NAMES.users} subtitle={organisation.name}>
      <a class="button button-primary" href={links.invitation()}>{PAGE_NAMES.invitation}</a>
    </PageTitle>
    <UserTable all={all} kept={kept} state={table} />
  </>
));
