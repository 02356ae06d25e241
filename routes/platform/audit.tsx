import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { dateColumn, textColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { CsvLinks } from "@/components/tables/TableFoot.tsx";
import { auditActionText } from "@/lib/contract/audit_text.ts";
import type { AuditEntry } from "@/lib/domain/organisations/types.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { auditPageOf } from "@/lib/pages/organisations/audit_lines.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { auditPersonText } from "@/lib/text/organisations/audit.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.platformAudit);
    const { log, pages } = await auditPageOf(
      url,
      (after) => state.api.read("getPlatformAudit", { after }),
    );
    const file = { fileName: "journal-plateforme.csv", columns: COLUMNS, rows: pages };
    return tableFile(url, file) ?? page({ log, isFirst: !url.searchParams.has("after") });
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
        />
      )}
    <div class="table-foot">
      {!isFirst && <a href={links.platformAudit()}>Lignes les plus récentes</a>}
      {log.next !== null && (
        <a href={links.platformAudit(`after=${log.next}`)} aria-current="false">
          Lignes plus anciennes
        </a>
      )}
      {log.entries.length > 0 && <CsvLinks page={url} />}
    </div>
  </>
));
