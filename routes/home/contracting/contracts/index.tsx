import { ListPage } from "@/components/ui/ListTable.tsx";
import { nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { readList } from "@/components/web/read_list.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { CONTRACT_FORM } from "@/lib/documents/forms.ts";
import { documentsOf, organisationOf, readContracts } from "@/lib/documents/pages.ts";
import type { ContractLine } from "@/lib/documents/register_rules.ts";
import { residencesText } from "@/lib/documents/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import {
  EQUIPMENT_COLUMN,
  EQUIPMENT_FILTER,
  WithProjects,
} from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

const CONTRACTS: List<ContractLine> = {
  ...PAGES.contracts,
  fileName: "contrats.csv",
  columns: [
    nameColumn("Contrat", links.contract),
    textColumn("code", "Code", ({ code }) => code),
    EQUIPMENT_COLUMN,
    textColumn("provider", "Prestataire aujourd’hui", ({ providerName }) => providerName),
    {
      field: "residences",
      label: "Résidences",
      number: true,
      cell: ({ nbProjects, allprojects }) => residencesText(nbProjects, allprojects),
      value: ({ nbProjects }) => nbProjects,
    },
  ],
  filters: [
    EQUIPMENT_FILTER,
    { field: "provider", label: "Prestataire", value: ({ providerName }) => providerName },
  ],
  words: ({ name, code, providerName }) => [name, code, providerName],
  noun: "contrat",
  nothing: "Aucun contrat trouvé",
  empty: {
    title: "Aucun contrat",
    text: "Un contrat dit quel prestataire est chargé de quelles résidences, et à quelles dates.",
  },
};

export const handler = define.handlers(formRoute(readPage, ({ state }) => ({
  contract: save(
    CONTRACT_FORM,
    state.api.sender(DOCUMENTS_CALLS.createContract, organisationOf(state)),
    { next: ({ id }) => links.contract(id) },
  ),
})));

export default define.page<typeof handler>(
  ({ data: { choices, coversAll, page, ...rows }, state }) => {
    const { organisation, canWrite } = documentsOf(state);
    return (
      <ListPage
        {...rows}
        organisation={organisation.name}
        add={canWrite && {
          label: "Ajouter un contrat",
          form: CONTRACT_FORM,
          page,
          shows: (name) => name !== "allprojects" || coversAll,
          content: (content) => <WithProjects {...content} choices={choices} />,
        }}
      />
    );
  },
);

async function readPage({ state, url }: PageContext) {
  const { lines, choices, coversAll } = await readContracts(state);
  const { rows, file } = readList(url, lines, CONTRACTS);
  return file ?? { ...rows, choices, coversAll };
}
