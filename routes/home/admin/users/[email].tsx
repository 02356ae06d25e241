import { InvitationResending, InvitationResent } from "@/components/organisations/user_list.tsx";
import { nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { RemovalForm } from "@/components/ui/FormBox.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal } from "@/components/ui/PostForm.tsx";
import { namedOptions, SelectField } from "@/components/ui/SelectField.tsx";
import { readList } from "@/components/web/read_list.ts";
import { MAILS_WAIT } from "@/lib/identity/text.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import type { UserLine, UserResidence } from "@/lib/organisations/member_rules.ts";
import {
  INVITATION_REMOVAL,
  INVITED,
  personText,
  rolesText,
  userLossText,
} from "@/lib/organisations/text.ts";
import { readUsers, resendsInvitation } from "@/lib/residences/tag_pages.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, failed, type FormActions, formRoute } from "@/lib/web/form_handlers.ts";
import {
  administered,
  define,
  HttpError,
  lastSegment,
  mailsWait,
  type PageContext,
} from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(
  ({ data: { user, teams, others, residences, page }, state, url }) => {
    const action = links.user(user.email);
    return (
      <>
        <PageTitle
          title={personText(user)}
          subtitle={[administered(state).name, user.email, user.isAdmin && "Administrateur"]}
        />
        {page.shown && <Refusal {...page.shown} />}
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
        <Section id="teams" title={PAGES.teams.title}>
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
  const remove = action(() => api.call(ORGANISATIONS_CALLS.removeOrgUser, { orgId, email }), left);
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
  const list = await readUsers(ctx.state.api, administered(ctx.state).id);
  const user = list.all.find(({ email }) => email === lastSegment(ctx.url));
  if (user === undefined) throw new HttpError(404, "not-found");
  ctx.state.title = [PAGES.users.title, personText(user)];
  const teams = list.teams.filter(({ users }) => users.includes(user.email));
  const others = list.residences.filter(({ id }) => !user.residences.some((one) => one.id === id));
  const { rows: residences, file } = readList(ctx.url, user.residences, rolesOf(user));
  return file ?? { user, teams, others, residences };
}
