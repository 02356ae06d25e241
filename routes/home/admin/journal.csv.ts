import type { AuditEntry } from "@/lib/domain/organisations/types.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { everyAuditLine } from "@/lib/pages/organisations/audit_lines.ts";
import { auditQuery, readAuditFilters } from "@/lib/pages/organisations/audit_page.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import {
  auditActionText,
  auditPersonText,
  auditSubjectText,
} from "@/lib/text/organisations/audit.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** Every line that the filters of the query keep, newest first (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const { id: orgId } = administered(state);
    const asked = auditQuery(orgId, readAuditFilters(url.searchParams));
    const [lines, projects] = await Promise.all([
      everyAuditLine(async (after) =>
        answered(
          await state.api.call("getAudit", after === undefined ? asked : { ...asked, after }),
        )
      ),
      state.api.call("listProjects", { orgId }),
    ]);
    const residences = new Map(answered(projects).map(({ id, name }) => [id, name]));
    return csvOfRows(columnsOf(residences), lines, { url, fileName: "journal.csv" });
  },
});

function columnsOf(residences: ReadonlyMap<string, string>): CsvColumn<AuditEntry>[] {
  return [
    { header: "Date (UTC)", value: ({ at }) => at },
    { header: "Date (Paris)", value: ({ at }) => formatInstant(at) },
    { header: "Qui", value: ({ email }) => auditPersonText(email) },
    { header: "Modification", value: ({ action }) => auditActionText(action) },
    { header: "Élément", value: ({ action, subject }) => auditSubjectText(action, subject) },
    {
      header: "Résidence",
      value: ({ projectId }) => projectId === null ? null : residences.get(projectId) ?? null,
    },
  ];
}
