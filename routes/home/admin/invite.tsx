import { FormBox } from "@/components/ui/FormBox.tsx";
import { FormFields } from "@/components/ui/FormFields.tsx";
import { Notice, PageTitle } from "@/components/ui/Page.tsx";
import { errorText } from "@/lib/base/text_errors.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { MAILS_WAIT } from "@/lib/identity/text.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { INVITATION_FORM } from "@/lib/organisations/forms.ts";
import { IN_ORGANISATION } from "@/lib/organisations/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, mailsWait, type PageContext, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

const HAS_ACCOUNT = "Un compte existe déjà avec cette adresse. Donnez-lui un rôle, une équipe ou " +
  "l’administration\u00A0: cette personne rejoindra l’organisation.";

/** Message when the invitation succeeded, but the second step failed. */
function notNamed(reason: string): string {
  return `Cette personne est invitée, mais elle n’est pas nommée administratrice\u00A0: ${reason} ` +
    `Nommez-la depuis la page «\u00A0${PAGES.administrators.title}\u00A0».`;
}

export default define.page<typeof handler>(({ data: { email, page }, state }) => (
  <>
    <PageTitle subtitle={administered(state).name} />
    {mailsWait(state) && <Notice tone="bad">{MAILS_WAIT}</Notice>}
    <FormBox
      form={INVITATION_FORM}
      page={page}
      initial={{ email }}
      submit="Envoyer l’invitation"
      cancel={links.users()}
      isCard
    >
      {(content) => (
        <>
          <p class="soft">
            Un mail lui dit comment choisir son mot de passe. L’invitation vaut 7&nbsp;jours. Ses
            rôles et ses équipes se donnent ensuite, sans attendre sa réponse.
          </p>
          <FormFields {...content} />
        </>
      )}
    </FormBox>
  </>
));

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { call } = ctx.state.api;
  return {
    invitation: save(INVITATION_FORM, async ({ isAdmin, ...body }) => {
      const invited = await call(ORGANISATIONS_CALLS.inviteUser, { orgId, body });
      if (!invited.ok && invited.code === "user-already-exists") {
        return { ...invited, sentence: await whyNotInvited(ctx.state, body.email) };
      }
      if (!invited.ok || !isAdmin) return invited;
      const named = await call(ORGANISATIONS_CALLS.addOrgAdmin, {
        orgId,
        body: { email: body.email },
      });
      return named.ok ? invited : { ...named, sentence: notNamed(errorText(named.code)) };
    }, { next: (_, { email }) => links.user(email.toLowerCase()) }),
  };
}

/** Why an address that has an account is not invited: it is a member's, an invited user's, or another user's. */
async function whyNotInvited(state: State, typed: string): Promise<string> {
  const { id: orgId } = administered(state);
  const members = await state.api.read(ORGANISATIONS_CALLS.listOrgUsers, { orgId });
  const member = members.find(({ email }) => emailKey(email) === emailKey(typed));
  if (member === undefined) return HAS_ACCOUNT;
  return member.isInvited
    ? "Cette personne est déjà invitée, et n’a pas encore répondu. Vous pouvez lui renvoyer l’invitation depuis la liste des utilisateurs."
    : IN_ORGANISATION;
}

function readPage(ctx: PageContext) {
  ctx.state.menuPath = links.users();
  ctx.state.title = PAGES.invitation.title;
  return { email: ctx.url.searchParams.get("email")?.slice(0, 254) ?? "" };
}
