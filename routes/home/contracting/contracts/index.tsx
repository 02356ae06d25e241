import { EQUIPMENT_COLUMN, EQUIPMENT_FILTER } from "@/components/documents/register_columns.ts";
import { nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { CONTRACT_FORM } from "@/lib/documents/forms.ts";
import { organisationOf, readContracts } from "@/lib/documents/pages.ts";
import type { ContractLine } from "@/lib/documents/register_rules.ts";
import { residencesText } from "@/lib/documents/text.ts";
import { links } from "@/lib/ui/links.ts";
import { listPage } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { readRegister, RegisterList } from "@/routes/home/contracting/(_components)/Register.tsx";
import { WithProjects } from "@/routes/home/contracting/(_components)/WithProjects.tsx";

const CONTRACTS: List<ContractLine> = {
  ...listPage("contracts"),
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
    (body) => state.api.call(DOCUMENTS_CALLS.createContract, { ...organisationOf(state), body }),
    { next: ({ id }) => links.contract(id) },
  ),
})));

export default define.page<typeof handler>((
  { data: { choices, coversAll, ...data }, state },
) => (
  <RegisterList
    {...data}
    state={state}
    form={CONTRACT_FORM}
    add="Ajouter un contrat"
    shows={(name) => name !== "allprojects" || coversAll}
    content={(content) => <WithProjects {...content} choices={choices} />}
  />
));

async function readPage(ctx: PageContext) {
  const { lines, choices, coversAll } = await readContracts(ctx.state);
  const rows = readRegister(ctx, CONTRACTS, lines);
  return rows instanceof Response ? rows : { ...rows, choices, coversAll };
}
