import { type Context, page } from "fresh";
import { RegisterPage } from "@/components/contracting/RegisterPage.tsx";
import { CONTRACT_COLUMNS } from "@/components/contracting/register_columns.tsx";
import { FormSection } from "@/components/forms/FormBox.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { CONTRACT_RULES, contractLines } from "@/lib/domain/contracting/register_lists.ts";
import { filteredRegister } from "@/lib/domain/tables/register.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { CONTRACT_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import {
  documentsOf,
  offeredProjects,
  readRegisters,
} from "@/lib/pages/contracting/contracting_page.ts";
import { newContractForms } from "@/lib/pages/contracting/contracting_saves.ts";
import { equipmentFilter } from "@/lib/text/contracting/register_filters.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import { WithProjects } from "@/routes/home/contracting/(_components)/WithProjects.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: newContractForms(ctx),
      path: links.contracts(),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data: { shown, offered, ...rows }, state }) => {
  const { organisation, canWrite } = documentsOf(state);
  const path = links.contracts();
  const byProvider = filterOptions(rows.all, ({ providerName }) => providerName);
  return (
    <RegisterPage
      {...rows}
      title={PAGE_NAMES.contracts}
      organisation={organisation.name}
      path={path}
      rules={CONTRACT_RULES}
      columns={CONTRACT_COLUMNS}
      filters={[
        equipmentFilter(rows.all),
        { field: "provider", label: "Prestataire", options: byProvider },
      ]}
      noun="contrat"
      nothing="Aucun contrat trouvé"
      empty={{
        title: "Aucun contrat",
        text:
          "Un contrat dit quel prestataire est chargé de quelles résidences, et à quelles dates.",
      }}
      add={canWrite ? { href: "#new", label: "Ajouter un contrat" } : null}
    >
      {canWrite && (
        <>
          <FormSection
            id="new"
            title="Ajouter un contrat"
            form={CONTRACT_FORM}
            stored={null}
            page={{ action: path, shown, saved: null }}
            submit="Ajouter"
          >
            {(content) => <WithProjects {...content} offered={offered} />}
          </FormSection>
          <UnsavedGuard />
        </>
      )}
    </RegisterPage>
  );
});

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const { organisation } = documentsOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.contracts, organisation.name);
  const [registers, offered] = await Promise.all([
    readRegisters(ctx.state),
    offeredProjects(ctx.state),
  ]);
  const all = contractLines(registers, todayOf(ctx.state));
  const state = readTableState(ctx.url.searchParams);
  const kept = filteredRegister(all, state, CONTRACT_RULES);
  const file = { fileName: "contrats.csv", columns: CONTRACT_COLUMNS, rows: kept };
  return tableFile(ctx.url, file) ??
    page({ all, kept, state, offered, shown }, { status: shown?.status ?? 200 });
}
