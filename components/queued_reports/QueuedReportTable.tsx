import { PostForm } from "@/components/forms/PostForm.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn } from "@/components/tables/columns.tsx";
import type { QueuedReport } from "@/lib/domain/queued_reports/types.ts";
import { links } from "@/lib/links/links.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { QUEUED_STATE_LABELS } from "@/lib/text/queued_reports.ts";

export const QUEUED_REPORT_COLUMNS: readonly TableColumn<QueuedReport>[] = [
  {
    field: "label",
    label: "Rapport",
    cell: ({ id, label, state }) =>
      state === "done" ? <a href={links.queuedReport(id)} download>{label}</a> : label,
    value: ({ label }) => label,
  },
  dateColumn("asked", "Demandé le", ({ createdAt }) => formatInstant(createdAt)),
  { field: "state", label: "État", cell: ReportState, value: stateText },
  {
    field: "remove",
    label: "Action",
    cell: ({ id, state }) => (
      <PostForm action={links.queuedReports()}>
        <input type="hidden" name="key" value={id} />
        <Removal
          text={state === "done"
            ? "Le fichier est supprimé\u00A0; le rapport peut être demandé à nouveau."
            : "La préparation s’arrête."}
        />
      </PostForm>
    ),
  },
];

function ReportState(report: QueuedReport) {
  if (report.state !== "running") return stateText(report);
  return (
    <>
      {stateText(report)} <progress max="100" value={report.progress} aria-label={report.label} />
    </>
  );
}

function stateText({ state, progress }: QueuedReport): string {
  return state === "running"
    ? `${QUEUED_STATE_LABELS.running}\u00A0: ${progress}\u00A0%`
    : QUEUED_STATE_LABELS[state];
}

export function QueuedReportTable(
  { reports, csv }: { reports: readonly QueuedReport[]; csv: CsvSource },
) {
  return (
    <DataTable
      caption="Rapports demandés"
      columns={QUEUED_REPORT_COLUMNS}
      rows={reports}
      rowKey={({ id }) => id}
      csv={csv}
    />
  );
}
