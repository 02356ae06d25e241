import { type Context, page } from "fresh";
import { RegisterPage } from "@/components/contracting/RegisterPage.tsx";
import { TYPEDOC_COLUMNS } from "@/components/contracting/register_columns.tsx";
import { FormSection } from "@/components/forms/FormBox.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { TYPEDOC_RULES } from "@/lib/domain/contracting/register_lists.ts";
import { filteredRegister } from "@/lib/domain/tables/register.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { TYPEDOC_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import { documentsOf, readRegisters } from "@/lib/pages/contracting/contracting_page.ts";
import { newTypedocForms } from "@/lib/pages/contracting/contracting_saves.ts";
import { ARCHIVED_FILTER, equipmentFilter } from "@/lib/text/contracting/register_filters.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: newTypedocForms(ctx),
      path: links.typedocs(),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data: { shown, ...rows }, state }) => {
  const { organisation, canWrite } = documentsOf(state);
  const path = links.typedocs();
  return (
    <RegisterPage
      {...rows}
      title={PAGE_NAMES.typedocs}
      organisation={organisation.name}
      path={path}
      rules={TYPEDOC_RULES}
      columns={TYPEDOC_COLUMNS}
      filters={[equipmentFilter(rows.all), ARCHIVED_FILTER]}
      noun="type"
      nothing="Aucun type de document trouvé"
      empty={{
        title: "Aucun type de document",
        text:
          "Attestation d’entretien, ramonage, carnet sanitaire\u00A0: chacun dit ce qui est demandé avec le document.",
      }}
      add={canWrite ? { href: "#new", label: "Ajouter un type de document" } : null}
    >
      {canWrite && (
        <>
          <FormSection
            id="new"
            title="Ajouter un type de document"
            form={TYPEDOC_FORM}
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
  ctx.state.title = windowTitle(PAGE_NAMES.typedocs, organisation.name);
  const all = (await readRegisters(ctx.state)).typedocs;
  const state = readTableState(ctx.url.searchParams);
  const kept = filteredRegister(all, state, TYPEDOC_RULES);
  const file = { fileName: "types-de-document.csv", columns: TYPEDOC_COLUMNS, rows: kept };
  return tableFile(ctx.url, file) ??
    page({ all, kept, state, shown }, { status: shown?.status ?? 200 });
}
