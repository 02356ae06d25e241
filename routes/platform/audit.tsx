import { page } from "fresh";
import { EmptyState } from "../../components/page/EmptyState.tsx";
import { PageTitle } from "../../components/page/PageTitle.tsx";
import { DataTable, type TableColumn } from "../../components/tables/DataTable.tsx";
import type { AuditEntry } from "../../lib/domain/organisations/types.ts";
import { links } from "../../lib/links/links.ts";
import { auditActionText, auditPersonText } from "../../lib/text/audit.ts";
import { formatInstant } from "../../lib/text/dates.ts";
import { PAGE_NAMES, windowTitle } from "../../lib/text/pages.ts";
import { answered } from "../../lib/web/answered.ts";
import { define } from "../../lib/web/define.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.platformAudit);
    const after = url.searchParams.get("after");
    const asked = after === null ? {} : { after };
    const log = answered(await state.api.call("getPlatformAudit", asked));
    return page({ log, isFirst: after === null });
  },
});

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { field: "at", label: "Quand", cell: ({ at }) => formatInstant(at) },
  { field: "email", label: "Qui", cell: ({ email }) => auditPersonText(email) },
  { field: "action", label: "Action", cell: ({ action }) => auditActionText(action) },
  { field: "subject", label: "Élément", cell: ({ subject }) => subject },
];

export default define.page<typeof handler>(({ data: { log, isFirst } }) => (
  <>
    <PageTitle title={PAGE_NAMES.platformAudit} subtitle="Plateforme" />
    {log.entries.length === 0
      ? (
        <EmptyState title="Aucune action">
          <p>Les comptes débloqués et les mails remis en attente se lisent ici.</p>
        </EmptyState>
      )
      : (
        <DataTable
          caption="Ce qui ne touche aucune organisation, du plus récent au plus ancien"
          columns={COLUMNS}
          rows={log.entries}
          rowKey={({ id }) => id}
        />
      )}
    <div class="table-foot">
      {!isFirst && <a href={links.platformAudit()}>Lignes les plus récentes</a>}
      {log.next !== null && (
        <a href={links.platformAudit(`after=${log.next}`)}>Lignes plus anciennes</a>
      )}
    </div>
  </>
));
