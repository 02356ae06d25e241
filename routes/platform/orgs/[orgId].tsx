import { FormSection } from "@/components/ui/FormBox.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { ORGANISATION_NAME_FORM, PLATFORM_ADMIN_FORM } from "@/lib/organisations/forms.ts";
import { personText } from "@/lib/organisations/text.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { org, page } }) => {
  return (
    <>
      <PageTitle
        title={org.name}
        subtitle="Plateforme"
        back={{ href: links.platformOrganisations(), label: PAGES.platformOrganisations.title }}
      />
      <FormSection title="Nom" form={ORGANISATION_NAME_FORM} stored={org} page={page} />
      <FormSection
        title="Administrateurs"
        form={PLATFORM_ADMIN_FORM}
        page={page}
        submit="Nommer administrateur"
        before={org.admins.length === 0 ? <p class="soft">Aucun administrateur.</p> : (
          <ul>
            {org.admins.map((admin) => (
              <li key={admin.email}>{personText(admin)}, {admin.email}</li>
            ))}
          </ul>
        )}
      />
    </>
  );
});

function pageForms(ctx: PageContext) {
  const { orgId = "" } = ctx.params;
  const { sender } = ctx.state.api;
  return {
    identity: save(ORGANISATION_NAME_FORM, sender(PLATFORM_CALLS.putPlatformOrg, { orgId })),
    admin: save(PLATFORM_ADMIN_FORM, sender(PLATFORM_CALLS.addPlatformOrgAdmin, { orgId })),
  };
}

async function readPage(ctx: PageContext) {
  const orgs = await ctx.state.api.read(PLATFORM_CALLS.listPlatformOrgs, {});
  const org = oneOf(orgs, ctx.params.orgId);
  ctx.state.title = [PAGES.platformOrganisations.title, org.name];
  return { org };
}
