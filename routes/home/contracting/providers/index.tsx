import { ARCHIVED_COLUMN, ARCHIVED_FILTER } from "@/components/documents/register_columns.ts";
import { countColumn, nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { PROVIDER_FORM } from "@/lib/documents/forms.ts";
import { organisationOf, readRegisters } from "@/lib/documents/pages.ts";
import { type ProviderLine, providerLines } from "@/lib/documents/register_rules.ts";
import { links } from "@/lib/ui/links.ts";
import { listPage } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { readRegister, RegisterList } from "@/routes/home/contracting/(_components)/Register.tsx";

const PROVIDERS: List<ProviderLine> = {
  ...listPage("providers"),
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
    (body) => state.api.call(DOCUMENTS_CALLS.createProvider, { ...organisationOf(state), body }),
    { next: ({ id }) => links.provider(id) },
  ),
})));

export default define.page<typeof handler>(({ data, state }) => (
  <RegisterList {...data} state={state} form={PROVIDER_FORM} add="Ajouter un prestataire" />
));

async function readPage(ctx: PageContext) {
  const all = providerLines(await readRegisters(ctx.state));
  return readRegister(ctx, PROVIDERS, all);
}
