import { GridSection } from "@/components/ui/GridSection.tsx";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { CHARGE_FORM, CONTRACT_FORM, OWN_PROJECTS_FORM } from "@/lib/documents/forms.ts";
import { choicesOf, organisationOf, readContracts } from "@/lib/documents/pages.ts";
import type { ContractProvider, Provider } from "@/lib/documents/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, rowForm, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";
import {
  NoProvider,
  OwnProjects,
  RegisteredThing,
  RegisterFacts,
  WithProjects,
} from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

export const handler = define.handlers(formRoute(readPage, forms));

export default define.page<typeof handler>(({ data, state }) => {
  const { contract, providers, choices, coversAll, page } = data;
  const { name, code, dates, version, allprojects } = contract;
  const options = { projects: namedOptions(choices) };
  const inCharge = dates.map(({ providerId }) => providerId);
  const charged = { providerId: choicesOf(providers, inCharge) };
  return (
    <RegisteredThing
      state={state}
      title={name}
      subtitle={[code, contract.providerName]}
      main={{
        title: "Contrat",
        form: CONTRACT_FORM,
        stored: contract,
        page,
        options,
        shows: (name) => name !== "allprojects" || coversAll,
        children: (content) => <WithProjects {...content} choices={choices} />,
      }}
      facts={dates.map((charge) => (
        <RegisterFacts key={charge.id} form={CHARGE_FORM} stored={charge} options={charged} />
      ))}
      noun="le contrat"
      own={allprojects ? null : <OwnProjects stored={contract} page={page} choices={choices} />}
      removal="Un contrat dont des documents sont demandés ne se supprime pas."
    >
      <GridSection
        title="Prestataires"
        intro="Un seul prestataire est chargé du contrat à la fois, du premier au dernier jour compris."
        form={CHARGE_FORM}
        rows={dates.map((charge) => ({
          key: charge.id,
          title: chargeTitle(charge, providers),
          stored: charge,
        }))}
        blank="Nouveau prestataire"
        page={page}
        version={version}
        options={charged}
        before={charged.providerId.length === 0 && <NoProvider />}
        removal="Le prestataire n’est plus chargé du contrat à ces dates."
      />
    </RegisteredThing>
  );
});

function chargeTitle(
  { providerId, startDate, endDate }: ContractProvider,
  providers: readonly Pick<Provider, "id" | "name">[],
): string {
  const name = providers.find(({ id }) => id === providerId)?.name ?? "";
  const until = endDate === null ? "sans date de fin" : `au ${formatDay(endDate)}`;
  return `${name}, du ${formatDay(startDate)} ${until}`;
}

function forms({ state, params: { contractId = "" } }: PageContext) {
  const at = { ...organisationOf(state), contractId };
  const { call, sender } = state.api;
  return {
    [OWN_PROJECTS_FORM.name]: save(OWN_PROJECTS_FORM, async (own) => {
      const { name, code, equipment, allprojects } = oneOf(
        await state.api.read(DOCUMENTS_CALLS.listContracts, organisationOf(state)),
        contractId,
      );
      const body = { name, code, equipment, allprojects, ...own };
      return await call(DOCUMENTS_CALLS.putContract, { ...at, body });
    }),
    contract: save(CONTRACT_FORM, sender(DOCUMENTS_CALLS.putContract, at), {
      remove: () => call(DOCUMENTS_CALLS.deleteContract, at),
      removed: links.contracts(),
    }),
    charges: rowForm(CHARGE_FORM, {
      create: (body) => call(DOCUMENTS_CALLS.addContractProvider, { ...at, body }),
      put: (contractProviderId, body) =>
        call(DOCUMENTS_CALLS.putContractProvider, { ...at, contractProviderId, body }),
      remove: (contractProviderId) =>
        call(DOCUMENTS_CALLS.deleteContractProvider, { ...at, contractProviderId }),
    }),
  };
}

async function readPage(ctx: PageContext) {
  const { lines, ...read } = await readContracts(ctx.state);
  const contract = oneOf(lines, ctx.params.contractId);
  ctx.state.title = [PAGES.contracts.title, contract.name];
  return { contract, ...read };
}
