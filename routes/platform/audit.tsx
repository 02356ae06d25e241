import { AuditLog } from "@/components/organisations/AuditLog.tsx";
import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import { CsvLinks, type TableColumn } from "@/components/ui/DataTable.tsx";
import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { auditActionText } from "@/lib/app/catalogue.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { auditPageOf, auditPersonText } from "@/lib/organisations/audit_pages.ts";
import type { AuditEntry } from "@/lib/organisations/schema.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { log, isFirst, pages } = await auditPageOf(
      url,
      (after) => state.api.read(PLATFORM_CALLS.getPlatformAudit, { after }),
    );
    const file = { fileName: "journal-plateforme.csv", columns: COLUMNS, rows: pages };
    return tableFile(url, file) ?? page({ log, isFirst });
  },
});

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  dateColumn("at", "Quand", ({ at }) => formatInstant(at)),
  textColumn("email", "Qui", ({ email }) => auditPersonText(email)),
  textColumn("action", "Action", ({ action }) => auditActionText(action)),
  textColumn("subject", "Élément", ({ subject }) => subject),
];

export default define.page<typeof handler>(({ data: { log, isFirst }, url }) => (
  <>
    <PageTitle subtitle="Plateforme" />
    <AuditLog
      log={log}
      isFirst={isFirst}
      caption="Ce qui ne touche aucune organisation, du plus récent au plus ancien"
      columns={COLUMNS}
      path={links.platformAudit()}
      empty={
        <EmptyState title="Aucune action">
          <p>Les comptes débloqués et les mails remis en attente se lisent ici.</p>
        </EmptyState>
      }
    >
      {log.entries.length > 0 && <CsvLinks page={url} />}
    </AuditLog>
  </>
));
