import { namedOptions } from "@/components/forms/form_fields.ts";
import { RemovalForm } from "@/components/forms/FormBox.tsx";
import { PostForm, Refusal } from "@/components/forms/PostForm.tsx";
import { SelectField } from "@/components/forms/SelectField.tsx";
import { InvitationResending } from "@/components/organisations/InvitationResending.tsx";
import { InvitationResent } from "@/components/organisations/InvitationResent.tsx";
import { Notice, PageTitle, Section } from "@/components/page/Page.tsx";
import { nameColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import { ListTable } from "@/components/tables/ListTable.tsx";
import type { UserLine, UserResidence } from "@/lib/domain/organisations/user_list.ts";
import { links, PAGE_NAMES, SAVED_PARAMETER, windowTitle } from "@/lib/links/links.ts";
import { mailsWait } from "@/lib/pages/accounts/mails_wait.ts";
import { readUsers, resendsInvitation } from "@/lib/pages/organisations/users_page.ts";
import { MAILS_WAIT } from "@/lib/text/accounts/accounts.ts";
import {
  INVITATION_REMOVAL,
  INVITED,
  personText,
  rolesText,
  userLossText,
} from "@/lib/text/organisations/organisations.ts";
import { lastSegment } from "@/lib/web/forms/last_segment.ts";
import { asks, failed, type FormActions, formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { administered, define, HttpError, type PageContext } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

export default define.page<typeof handler>(
  ({ data: { user, teams, others, residences, shown }, state, url }) => {
    const action = links.user(user.email);
    return (
      <>
        <PageTitle
          title={personText(user)}
          subtitle={[administered(state).name, user.email, user.isAdmin && "Administrateur"]
            .filter(Boolean).join(" · ")}
          back={{ href: links.users(), label: PAGE_NAMES.users }}
        />
        {shown && <Refusal {...shown} />}
        {url.searchParams.get(SAVED_PARAMETER) === "invitation" && (
          <InvitationResent waits={mailsWait(state)} />
        )}
        {user.isInvited && (
          <Notice title={INVITED}>
            {mailsWait(state) ? <p>{MAILS_WAIT}</p> : (
              <p>
                Un mail a été envoyé à{" "}
                {user.email}&nbsp;: il permet de choisir un mot de passe pendant 7&nbsp;jours. S’il
                est perdu ou périmé, renvoyez l’invitation&nbsp;: les rôles et les équipes restent.
              </p>
            )}
            <InvitationResending email={user.email} action={action} />
          </Notice>
        )}
        <Section
          id="roles"
          title="Rôles directs par résidence"
          intro="Les rôles donnés par les équipes s’y ajoutent."
        >
          {user.residences.length > 0 && <ListTable {...residences} />}
          <PostForm class="choose-form" action={action}>
            <SelectField
              name="projectId"
              label={user.residences.length > 0 ? "Sur une autre résidence" : "Sur une résidence"}
              options={namedOptions(others)}
            />
            <button type="submit" class="button" name="intent" value="roles">
              Donner des rôles
            </button>
          </PostForm>
        </Section>
        <Section id="teams" title={PAGE_NAMES.teams}>
          {teams.length === 0 ? <p class="soft">Dans aucune équipe.</p> : (
            <ul class="link-list">
              {teams.map(({ id, name }) => (
                <li key={id}>
                  <a href={links.team(id)}>{name}</a>
                </li>
              ))}
            </ul>
          )}
          <p>
            <a href={links.teams()}>Gérer les équipes</a>
          </p>
        </Section>
        <RemovalForm action={action} isCard {...removalOf(user, teams.length)} />
      </>
    );
  },
);

function removalOf(user: UserLine, teamCount: number) {
  if (user.isInvited) return INVITATION_REMOVAL;
  const { residences, isAdmin } = user;
  return {
    label: "Retirer de l’organisation",
    confirm: "Confirmer le retrait",
    text: userLossText({ residenceCount: residences.length, teamCount, isAdmin }),
  };
}

function rolesOf(user: UserLine): List<UserResidence> {
  return {
    title: personText(user),
    path: links.user(user.email),
    fileName: "roles.csv",
    columns: columnsOf(user),
    words: ({ name }) => [name],
    noun: "résidence",
    nothing: "Aucune résidence trouvée",
    empty: { title: "Aucun rôle direct" },
  };
}

function columnsOf({ email }: UserLine): TableColumn<UserResidence>[] {
  return [
    nameColumn("Résidence", (id) => links.userRoles(id, email)),
    textColumn("roles", "Rôles", ({ roles }) => rolesText(roles)),
  ];
}

function pageForms(ctx: PageContext): FormActions {
  const { id: orgId } = administered(ctx.state);
  const email = lastSegment(ctx.url);
  const { api, caller } = ctx.state;
  // Who leaves may not see the list any more.
  const isOwn = caller.kind === "account" && caller.email === email;
  const left = isOwn ? links.start() : links.users();
  const remove = asks(() => api.call("removeOrgUser", { orgId, email }), left);
  const resend = resendsInvitation(api, { orgId, path: links.user(email) });
  return {
    async user(sent) {
      if (sent.intent === "resend") return await resend(sent);
      if (sent.intent === "remove") return await remove(sent);
      const { residences } = await readUsers(api, orgId);
      const chosen = residences.find(({ id }) => id === sent.text("projectId"));
      if (sent.intent !== "roles" || chosen === undefined) return failed(sent, "bad-request");
      return { done: true, next: links.userRoles(chosen.id, email) };
    },
  };
}

async function readPage(ctx: PageContext) {
  const organisation = administered(ctx.state);
  const list = await readUsers(ctx.state.api, organisation.id);
  const user = list.all.find(({ email }) => email === lastSegment(ctx.url));
  if (user === undefined) throw new HttpError(404, "not-found");
  ctx.state.title = windowTitle(PAGE_NAMES.users, personText(user));
  const teams = list.teams.filter(({ users }) => users.includes(user.email));
  const others = list.residences.filter(({ id }) => !user.residences.some((one) => one.id === id));
  const { rows: residences, file } = readList(ctx.url, user.residences, rolesOf(user));
  return file ?? { user, teams, others, residences };
}
