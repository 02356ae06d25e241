import { RegisterFacts } from "@/components/contracting/RegisterFacts.tsx";
import { formPage, FormSection } from "@/components/forms/FormBox.tsx";
import { Notice } from "@/components/page/Page.tsx";
import { PROVIDER_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { archivalIntents } from "@/lib/pages/contracting/archival.ts";
import { organisationOf, registersOf } from "@/lib/pages/contracting/contracting_page.ts";
import { archivedText } from "@/lib/text/contracting/contracting.ts";
import { refusedEmailText } from "@/lib/text/refused_emails.ts";
import { asks, changes, formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";
import { RegisteredThing } from "@/routes/home/contracting/(_components)/RegisteredThing.tsx";

export const handler = define.handlers(formHandlers(readPage, forms));

export default define.page<typeof handler>(({ data: { provider, shown }, state, url }) => {
  const { id, name, archived } = provider;
  const path = links.provider(id);
  return (
    <RegisteredThing
      state={state}
      title={name}
      subtitle={[archivedText(archived)]}
      back={{ href: links.providers(), label: PAGE_NAMES.providers }}
      facts={<RegisterFacts form={PROVIDER_FORM} stored={provider} />}
      path={path}
      form="provider"
      noun="le prestataire"
      archival={{ archived, offeredTo: "aux demandes et aux contrats" }}
      isShared={provider.sharedWithOthers === true && shown === null}
      removal="Un prestataire nommé par un contrat ou une demande ne se supprime pas&nbsp;: archivez-le."
    >
      {provider.refusedEmails?.map((one) => (
        <Notice key={one.email} tone="bad">{refusedEmailText(one)}</Notice>
      ))}
      <FormSection
        title="Prestataire"
        form={PROVIDER_FORM}
        stored={provider}
        page={formPage(path, shown, url)}
      />
    </RegisteredThing>
  );
});

function forms({ state, params: { providerId = "" } }: PageContext) {
  const at = { ...organisationOf(state), providerId };
  const { call } = state.api;
  return {
    provider: changes(PROVIDER_FORM, (body) => call("putProvider", { ...at, body }), {
      intents: {
        ...archivalIntents((body) => call("archiveProvider", { ...at, body })),
        remove: asks(() => call("deleteProvider", at), links.providers()),
      },
    }),
  };
}

async function readPage(ctx: PageContext) {
  const provider = oneOf(await registersOf(ctx.state).providers(), ctx.params.providerId);
  ctx.state.title = windowTitle(PAGE_NAMES.providers, provider.name);
  return { provider };
}
