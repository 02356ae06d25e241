import { PostForm, Removal } from "@/components/forms/PostForm.tsx";
import type { PageTable, TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn } from "@/components/tables/columns.tsx";
import type { QueuedReport } from "@/lib/domain/queued_reports/types.ts";
import { links } from "@/lib/links/links.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { QUEUED_STATE_LABELS } from "@/lib/text/queued_reports.ts";

/** The long reports that a user asked for. */
export function queuedReportTable(rows: readonly QueuedReport[]): PageTable<QueuedReport> {
  return { fileName: "rapports.csv", caption: "Rapports demandés", columns: COLUMNS, rows };
}

const COLUMNS: readonly TableColumn<QueuedReport>[] = [
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
