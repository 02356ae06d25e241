import { type Context, page } from "fresh";
import { RegisterPage } from "@/components/contracting/RegisterPage.tsx";
import { PROVIDER_COLUMNS } from "@/components/contracting/register_columns.tsx";
import { FormSection } from "@/components/forms/FormBox.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { PROVIDER_RULES, providerLines } from "@/lib/domain/contracting/register_lists.ts";
import { filteredRegister } from "@/lib/domain/tables/register.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { PROVIDER_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import { documentsOf, readRegisters } from "@/lib/pages/contracting/contracting_page.ts";
import { newProviderForms } from "@/lib/pages/contracting/contracting_saves.ts";
import { ARCHIVED_FILTER } from "@/lib/text/contracting/register_filters.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: newProviderForms(ctx),
      path: links.providers(),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data: { shown, ...rows }, state }) => {
  const { organisation, canWrite } = documentsOf(state);
  const path = links.providers();
  return (
    <RegisterPage
      {...rows}
      title={PAGE_NAMES.providers}
      organisation={organisation.name}
      path={path}
      rules={PROVIDER_RULES}
      columns={PROVIDER_COLUMNS}
      filters={[ARCHIVED_FILTER]}
      noun="prestataire"
      nothing="Aucun prestataire trouvé"
      empty={{
        title: "Aucun prestataire",
        text:
          "Un prestataire dépose les documents qui lui sont demandés, par un lien reçu à son adresse.",
      }}
      add={canWrite ? { href: "#new", label: "Ajouter un prestataire" } : null}
    >
      {canWrite && (
        <>
          <FormSection
            id="new"
            title="Ajouter un prestataire"
            form={PROVIDER_FORM}
            stored={null}
            page={{ action: path, shown, saved: null }}
            submit="Ajouter"
          />
          <UnsavedGuard />
        </>
      )}
    </RegisterPage>
  );
});

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const { organisation } = documentsOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.providers, organisation.name);
  const all = providerLines(await readRegisters(ctx.state));
  const state = readTableState(ctx.url.searchParams);
  const kept = filteredRegister(all, state, PROVIDER_RULES);
  const file = { fileName: "prestataires.csv", columns: PROVIDER_COLUMNS, rows: kept };
  return tableFile(ctx.url, file) ??
    page({ all, kept, state, shown }, { status: shown?.status ?? 200 });
}
