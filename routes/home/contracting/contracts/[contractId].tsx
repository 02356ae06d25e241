import { type Context, page } from "fresh";
import { RegisterFacts } from "@/components/contracting/RegisterFacts.tsx";
import { formPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { contractLines } from "@/lib/domain/contracting/register_lists.ts";
import { CHARGE_FORM, CONTRACT_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import {
  choicesOf,
  documentsOf,
  offeredProjects,
  oneOf,
  projectOptions,
  readRegisters,
} from "@/lib/pages/contracting/contracting_page.ts";
import { contractForms } from "@/lib/pages/contracting/contracting_saves.ts";
import { CHARGE_REMOVAL, CONTRACT_REMOVAL } from "@/lib/text/contracting/contracting.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import { GridSection } from "@/routes/(_components)/GridSection.tsx";
import { WithProjects } from "@/routes/home/contracting/(_components)/WithProjects.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: contractForms(ctx),
      path: links.contract(ctx.params.contractId ?? ""),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { contract, providers, offered, shown } = data;
  const { organisation, canWrite } = documentsOf(state);
  const path = links.contract(contract.id);
  const forms = formPage(path, shown, url);
  const options = { projects: projectOptions(offered) };
  return (
    <>
      <PageTitle
        title={contract.name}
        subtitle={[organisation.name, contract.code, contract.providerName].filter(Boolean).join(
          " · ",
        )}
        back={{ href: links.contracts(), label: PAGE_NAMES.contracts }}
      />
      {canWrite
        ? (
          <>
            <FormSection
              title="Contrat"
              form={CONTRACT_FORM}
              stored={contract}
              page={forms}
              version={contract.version}
              options={options}
            >
              {(content) => <WithProjects {...content} offered={offered} />}
            </FormSection>
            <GridSection
              title="Prestataires"
              intro="Un seul prestataire est chargé du contrat à la fois, du premier au dernier jour compris."
              form={CHARGE_FORM}
              rows={contract.dates.map((charge) => ({
                key: charge.id,
                title: chargeTitle(charge, providers),
                stored: charge,
              }))}
              blank="Nouveau prestataire"
              page={forms}
              version={contract.version}
              options={{ providerId: offeredProviders(contract.dates, providers) }}
              removal={CHARGE_REMOVAL}
            />
            <RemovalForm
              form="contract"
              isCard
              action={`${path}#contract`}
              label="Supprimer le contrat"
              text={CONTRACT_REMOVAL}
            />
            <UnsavedGuard />
          </>
        )
        : (
          <>
            <RegisterFacts form={CONTRACT_FORM} stored={contract} options={options} />
            {contract.dates.map((charge) => (
              <RegisterFacts
                key={charge.id}
                form={CHARGE_FORM}
                stored={charge}
                options={{ providerId: offeredProviders(contract.dates, providers) }}
              />
            ))}
          </>
        )}
    </>
  );
});

interface Charge {
  readonly providerId: string;
  readonly startDate: string;
  readonly endDate: string | null;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
}

/** Who is in charge, and on which days. */
function chargeTitle({ providerId, startDate, endDate }: Charge, providers: readonly Named[]) {
  const name = providers.find(({ id }) => id === providerId)?.name ?? "";
  const until = endDate === null ? "sans date de fin" : `au ${formatDay(endDate)}`;
  return `${name}, du ${formatDay(startDate)} ${until}`;
}

/** Archived providers are offered only where they are in charge already. */
function offeredProviders(charges: readonly Charge[], providers: readonly Named[]) {
  const inCharge = new Set(charges.map(({ providerId }) => providerId));
  return choicesOf(
    providers.filter(({ id, archived }) => !archived || inCharge.has(id))
      .map(({ id, name }) => ({ id, name })),
  );
}

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const [registers, offered] = await Promise.all([
    readRegisters(ctx.state),
    offeredProjects(ctx.state),
  ]);
  const contract = oneOf(contractLines(registers, todayOf(ctx.state)), ctx.params.contractId);
  ctx.state.title = windowTitle(PAGE_NAMES.contracts, contract.name);
  const { providers } = registers;
  return page({ contract, providers, offered, shown }, { status: shown?.status ?? 200 });
}
