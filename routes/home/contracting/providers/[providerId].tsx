import { Notice } from "@/components/ui/Page.tsx";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { PROVIDER_FORM } from "@/lib/documents/forms.ts";
import { organisationOf } from "@/lib/documents/pages.ts";
import { archivedText } from "@/lib/documents/text.ts";
import { refusedEmailText } from "@/lib/mail/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";
import { RegisteredThing } from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

export const handler = define.handlers(formRoute(readPage, forms));

export default define.page<typeof handler>(({ data: { provider, page }, state }) => {
  const { name, archived, refusedEmails } = provider;
  return (
    <RegisteredThing
      state={state}
      title={name}
      subtitle={[archivedText(archived)]}
      main={{ title: "Prestataire", form: PROVIDER_FORM, stored: provider, page }}
      before={refusedEmails?.map((one) => (
        <Notice key={one.email} tone="bad">{refusedEmailText(one)}</Notice>
      ))}
      noun="le prestataire"
      archival={{ archived, offeredTo: "aux demandes et aux contrats" }}
      removal="Un prestataire nommé par un contrat ou une demande ne se supprime pas&nbsp;: archivez-le."
    />
  );
});

function forms({ state, params: { providerId = "" } }: PageContext) {
  const at = { ...organisationOf(state), providerId };
  const { call, sender } = state.api;
  const archive = (archived: boolean) =>
    action(() => call(DOCUMENTS_CALLS.archiveProvider, { ...at, body: { archived } }));
  return {
    provider: save(PROVIDER_FORM, sender(DOCUMENTS_CALLS.putProvider, at), {
      intents: { archive: archive(true), restore: archive(false) },
      remove: () => call(DOCUMENTS_CALLS.deleteProvider, at),
      removed: links.providers(),
    }),
  };
}

async function readPage({ state, params }: PageContext) {
  const providers = await state.api.read(DOCUMENTS_CALLS.listProviders, organisationOf(state));
  const provider = oneOf(providers, params.providerId);
  state.title = [PAGES.providers.title, provider.name];
  return { provider };
}
