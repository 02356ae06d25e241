import { FormSection } from "@/components/ui/FormBox.tsx";
import { EmptyState, NoneYet, PageTitle, Section } from "@/components/ui/Page.tsx";
import { SelectField } from "@/components/ui/SelectField.tsx";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { REQUEST_FORM } from "@/lib/documents/forms.ts";
import {
  choicesOf,
  documentsOf,
  documentWriter,
  offeredProjects,
  organisationOf,
} from "@/lib/documents/pages.ts";
import { requestDefaults } from "@/lib/documents/register_rules.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";
import {
  NoProvider,
  WithProjects,
} from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

export const handler = define.handlers(formRoute(readPage, ({ state }) => ({
  request: save(
    REQUEST_FORM,
    state.api.sender(DOCUMENTS_CALLS.createRequest, organisationOf(state)),
    { next: ({ id }) => links.documentRequest(id) },
  ),
})));

/** The document type is chosen first: its rate and days prefill the form. */
export default define.page<typeof handler>(({ data, state }) => {
  const { choices, typedoc, page } = data;
  const typedocs = choicesOf(data.typedocs);
  const providers = choicesOf(data.providers);
  const contracts = choicesOf(data.contracts);
  return (
    <>
      <PageTitle subtitle={documentsOf(state).organisation.name} />
      {typedoc === null && page.shown === null
        ? (
          <Section id="typedoc-choice" title="Quel document demander&nbsp;?">
            {typedocs.length === 0
              ? <NoTypedoc />
              : (
                <form method="get" action={links.newDocumentRequest()} class="card">
                  <SelectField
                    name="typedoc"
                    label="Type de document"
                    options={typedocs}
                    value=""
                    required
                  />
                  <button type="submit" class="button button-primary">Continuer</button>
                </form>
              )}
          </Section>
        )
        : (
          <FormSection
            title="Demande"
            form={REQUEST_FORM}
            initial={typedoc === null ? {} : startOf(typedoc)}
            page={{ ...page, action: links.newDocumentRequest(typedoc?.id) }}
            options={{ typedocId: typedocs, providerId: providers, contractId: contracts }}
            before={
              <>
                {providers.length === 0 && <NoProvider />}
                {contracts.length === 0 && (
                  <NoneYet
                    text="L’organisation n’a aucun contrat."
                    href={`${links.contracts()}#new`}
                    add="Ajouter un contrat"
                  />
                )}
              </>
            }
            submit="Demander"
            cancel={links.documentRequests()}
          >
            {(content) => <WithProjects {...content} choices={choices} />}
          </FormSection>
        )}
    </>
  );
});

function NoTypedoc() {
  return (
    <EmptyState title="Aucun type de document">
      <p>Ajoutez d’abord un type de document, puis demandez-le.</p>
      <a class="button" href={`${links.typedocs()}#new`}>Ajouter un type de document</a>
    </EmptyState>
  );
}

function startOf(typedoc: { id: string; defaultRate: number }) {
  const { rate, reminder, nbDaysForNewDeadline } = requestDefaults(typedoc);
  return {
    typedocId: typedoc.id,
    rate: String(rate),
    reminder: String(reminder),
    nbDaysForNewDeadline: String(nbDaysForNewDeadline),
  };
}

async function readPage(ctx: PageContext) {
  const at = documentWriter(ctx.state);
  ctx.state.title = PAGES.newDocumentRequest.title;
  const { read } = ctx.state.api;
  const [typedocs, providers, contracts, choices] = await Promise.all([
    read(DOCUMENTS_CALLS.listTypedocs, at),
    read(DOCUMENTS_CALLS.listProviders, at),
    read(DOCUMENTS_CALLS.listContracts, at),
    offeredProjects(ctx.state),
  ]);
  const chosen = ctx.url.searchParams.get("typedoc");
  const typedoc = chosen ? oneOf(typedocs, chosen) : null;
  return { typedocs, providers, contracts, choices, typedoc };
}
