import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { dateColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { CsvLinks } from "@/components/tables/TableFoot.tsx";
import { auditActionText } from "@/lib/contract/audit_text.ts";
import type { AuditEntry } from "@/lib/domain/organisations/types.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { auditPageOf } from "@/lib/pages/organisations/audit_lines.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { auditPersonText } from "@/lib/text/organisations/audit.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { define, page } from "@/lib/web/state.ts";
import { AuditLog } from "@/routes/(_components)/AuditLog.tsx";

export const handler = define.handlers({
  async GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.platformAudit);
    const { log, isFirst, pages } = await auditPageOf(
      url,
      (after) => state.api.read("getPlatformAudit", { after }),
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
    <PageTitle title={PAGE_NAMES.platformAudit} subtitle="Plateforme" />
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
