import { ListPage } from "@/components/ui/ListTable.tsx";
import { countColumn, nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { readList } from "@/components/web/read_list.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { PROVIDER_FORM } from "@/lib/documents/forms.ts";
import { documentsOf, organisationOf } from "@/lib/documents/pages.ts";
import { type ProviderLine, providerLines } from "@/lib/documents/register_rules.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import {
  ARCHIVED_COLUMN,
  ARCHIVED_FILTER,
} from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

const PROVIDERS: List<ProviderLine> = {
  ...PAGES.providers,
  fileName: "prestataires.csv",
  columns: [
    nameColumn("Prestataire", links.provider),
    textColumn("emails", "Adresses email", ({ emails }) => emails.join(", ")),
    countColumn("contracts", "Contrats", ({ contractCount }) => contractCount),
    countColumn("requests", "Demandes ouvertes", ({ requestCount }) => requestCount),
    ARCHIVED_COLUMN,
  ],
  filters: [ARCHIVED_FILTER],
  words: ({ name, emails }) => [name, ...emails],
  noun: "prestataire",
  nothing: "Aucun prestataire trouvé",
  empty: {
    title: "Aucun prestataire",
    text:
      "Un prestataire dépose les documents qui lui sont demandés, par un lien reçu à son adresse.",
  },
};

export const handler = define.handlers(formRoute(readPage, ({ state }) => ({
  provider: save(
    PROVIDER_FORM,
    state.api.sender(DOCUMENTS_CALLS.createProvider, organisationOf(state)),
    { next: ({ id }) => links.provider(id) },
  ),
})));

export default define.page<typeof handler>(({ data: { page, ...rows }, state }) => {
  const { organisation, canWrite } = documentsOf(state);
  return (
    <ListPage
      {...rows}
      organisation={organisation.name}
      add={canWrite && { label: "Ajouter un prestataire", form: PROVIDER_FORM, page }}
    />
  );
});

async function readPage({ state, url }: PageContext) {
  const [at, { read }] = [organisationOf(state), state.api];
  const [providers, contracts, requests] = await Promise.all([
    read(DOCUMENTS_CALLS.listProviders, at),
    read(DOCUMENTS_CALLS.listContracts, at),
    read(DOCUMENTS_CALLS.listRequests, at),
  ]);
  const lines = providerLines({ providers, contracts, requests });
  const { rows, file } = readList(url, lines, PROVIDERS);
  return file ?? rows;
}
