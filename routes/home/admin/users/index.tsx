import { InvitationResent, resendingColumn, USERS } from "@/components/organisations/user_list.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { readList } from "@/components/web/read_list.ts";
import type { UserLine } from "@/lib/organisations/member_rules.ts";
import { readUsers, resendsInvitation } from "@/lib/residences/tag_pages.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { readTableState, writeTableState } from "@/lib/ui/tables.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { administered, define, mailsWait, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>((
  { data: { rows, page }, state, url },
) => (
  <>
    <PageTitle subtitle={administered(state).name}>
      <a class="button button-primary" href={links.invitation()}>{PAGES.invitation.title}</a>
    </PageTitle>
    {page.shown && <Refusal {...page.shown} />}
    {url.searchParams.get(SAVED_PARAMETER) === "invitation" && (
      <InvitationResent waits={mailsWait(state)} />
    )}
    <ListTable {...rows} list={shownList(rows)} />
  </>
));

/** The list with its invitations to send again, when some of its rows await an answer. */
function shownList({ list, filtered, table }: ListRows<UserLine>): List<UserLine> {
  if (!filtered.some(({ isInvited }) => isInvited)) return list;
  const resending = resendingColumn(links.users(writeTableState(table)));
  return { ...list, columns: [...list.columns, resending] };
}

function pageForms({ state, url }: PageContext) {
  const { id: orgId } = administered(state);
  const path = links.users(writeTableState(readTableState(url.searchParams)));
  return { invitation: resendsInvitation(state.api, { orgId, path }) };
}

async function readPage({ state, url }: PageContext) {
  const { all } = await readUsers(state.api, administered(state).id);
  const { rows, file } = readList(url, all, USERS);
  return file ?? { rows };
}
