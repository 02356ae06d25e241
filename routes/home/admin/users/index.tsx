import { Refusal } from "@/components/forms/PostForm.tsx";
import { InvitationResent } from "@/components/organisations/InvitationResent.tsx";
import { resendingColumn, USERS } from "@/components/organisations/user_list.tsx";
import { PageTitle } from "@/components/page/Page.tsx";
import type { List, ListRows } from "@/components/tables/list.ts";
import { ListTable } from "@/components/tables/ListTable.tsx";
import type { UserLine } from "@/lib/domain/organisations/user_list.ts";
import { readTableState, writeTableState } from "@/lib/domain/tables/table_state.ts";
import { links, PAGE_NAMES, SAVED_PARAMETER, windowTitle } from "@/lib/links/links.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import { readUsers, resendsInvitation } from "@/lib/pages/organisations/users_page.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

export default define.page<typeof handler>((
  { data: { organisation, rows, shown }, state, url },
) => (
  <>
    <PageTitle title={PAGE_NAMES.users} subtitle={organisation.name}>
      <a class="button button-primary" href={links.invitation()}>{PAGE_NAMES.invitation}</a>
    </PageTitle>
    {shown && <Refusal {...shown} />}
    {url.searchParams.get(SAVED_PARAMETER) === "invitation" && (
      <InvitationResent waits={mailsWait(state)} />
    )}
    <ListTable {...rows} list={shownList(rows)} />
  </>
));

/** The list with its invitations to send again, when some of its rows await an answer. */
function shownList({ list, kept, table }: ListRows<UserLine>): List<UserLine> {
  if (!kept.some(({ isInvited }) => isInvited)) return list;
  const resending = resendingColumn(links.users(writeTableState(table)));
  return { ...list, columns: [...list.columns, resending] };
}

function pageForms({ state, url }: PageContext) {
  const { id: orgId } = administered(state);
  const path = links.users(writeTableState(readTableState(url.searchParams)));
  return { invitation: resendsInvitation(state.api, { orgId, path }) };
}

async function readPage({ state, url }: PageContext) {
  const organisation = administered(state);
  state.title = windowTitle(PAGE_NAMES.users, organisation.name);
  const { all } = await readUsers(state.api, organisation.id);
  const { rows, file } = readList(url, all, USERS);
  return file ?? { organisation, rows };
}
