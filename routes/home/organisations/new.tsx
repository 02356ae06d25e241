import { FormBox } from "@/components/ui/FormBox.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { NEW_ORGANISATION_FORM } from "@/lib/organisations/forms.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { organisationCookie } from "@/lib/web/cookies.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, platformAdministrator } from "@/lib/web/state.ts";

/** Required when the administrator's address has no account. */
const NAME_THEM =
  "Aucun compte n’a cette adresse. Indiquez le prénom et le nom de la personne pour l’inviter.";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { page, ownEmail } }) => (
  <>
    <PageTitle />
    <FormBox
      form={NEW_ORGANISATION_FORM}
      page={page}
      initial={{ adminEmail: ownEmail }}
      submit="Créer l’organisation"
      cancel={links.platformOrganisations()}
      isCard
    />
  </>
));

function pageForms(ctx: PageContext) {
  const { email } = platformAdministrator(ctx.state);
  const { api, https } = ctx.state;
  const isOwn = ({ adminEmail }: { adminEmail: string }) => emailKey(adminEmail) === email;
  return {
    organisation: save(NEW_ORGANISATION_FORM, async (body) => {
      const created = await api.call(ORGANISATIONS_CALLS.createOrg, { body });
      const isUnknown = !created.ok && created.code === "unknown-user";
      return isUnknown ? { ...created, sentence: NAME_THEM } : created;
    }, {
      next: ({ id }, body) => isOwn(body) ? links.residences() : links.platformOrganisation(id),
      cookie: ({ id }, body) => isOwn(body) ? organisationCookie(id, https) : undefined,
    }),
  };
}

function readPage(ctx: PageContext) {
  const { email: ownEmail } = platformAdministrator(ctx.state);
  ctx.state.menuPath = links.platformOrganisations();
  ctx.state.title = [PAGES.newOrganisation.title, PRODUCT_NAME];
  return { ownEmail };
}
