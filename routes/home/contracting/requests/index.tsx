import { page } from "fresh";
import { RegisterPage } from "@/components/contracting/RegisterPage.tsx";
import { REQUEST_COLUMNS } from "@/components/contracting/register_columns.tsx";
import { REQUEST_RULES, requestLines } from "@/lib/domain/contracting/register_lists.ts";
import { filteredRegister } from "@/lib/domain/tables/register.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { documentsOf, readRegisters } from "@/lib/pages/contracting/contracting_page.ts";
import { CLOSE_FILTER } from "@/lib/text/contracting/register_filters.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { organisation } = documentsOf(ctx.state);
    ctx.state.title = windowTitle(PAGE_NAMES.documentRequests, organisation.name);
    const all = requestLines(await readRegisters(ctx.state));
    const state = readTableState(ctx.url.searchParams);
    const kept = filteredRegister(all, state, REQUEST_RULES);
    const file = { fileName: "demandes.csv", columns: REQUEST_COLUMNS, rows: kept };
    return tableFile(ctx.url, file) ?? page({ all, kept, state });
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  const { organisation, canWrite } = documentsOf(state);
  const typedocs = filterOptions(data.all, ({ typedocName }) => typedocName);
  const providers = filterOptions(data.all, ({ providerName }) => providerName);
  return (
    <RegisterPage
      {...data}
      title={PAGE_NAMES.documentRequests}
      organisation={organisation.name}
      path={links.documentRequests()}
      rules={REQUEST_RULES}
      columns={REQUEST_COLUMNS}
      filters={[
        { field: "typedoc", label: "Document", options: typedocs },
        { field: "provider", label: "Prestataire", options: providers },
        CLOSE_FILTER,
      ]}
      noun="demande"
      nothing="Aucune demande trouvée"
      empty={{
        title: "Aucune demande",
        text:
          "Une demande dit quel document un prestataire doit déposer, pour quelles résidences et tous les combien.",
      }}
      add={canWrite
        ? { href: links.newDocumentRequest(), label: PAGE_NAMES.newDocumentRequest }
        : null}
    />
  );
});
