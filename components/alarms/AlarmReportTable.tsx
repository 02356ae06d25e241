import type { AlarmReport } from "../../lib/domain/alarms/types.ts";
import { ALARM_HANDLER_LABELS, everyText } from "../../lib/text/alarms.ts";
import { countText } from "../../lib/text/counts.ts";
import { EmptyState } from "../page/EmptyState.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

interface AlarmReportTableProps {
  reports: readonly AlarmReport[];
  hrefOf(reportId: string): string;
}

/** The mail reports of one level. */
export function AlarmReportTable({ reports, hrefOf }: AlarmReportTableProps) {
  if (reports.length === 0) {
    return (
      <EmptyState title="Aucun rapport d’alerte" icon="mail">
        <p>Un rapport prévient par mail quand une alerte commence, dure ou finit.</p>
      </EmptyState>
    );
  }
  const columns: TableColumn<AlarmReport>[] = [
    { field: "name", label: "Rapport", cell: ({ id, name }) => <a href={hrefOf(id)}>{name}</a> },
    {
      field: "emails",
      label: "Destinataires",
      cell: ({ emails }) => emails.length === 1 ? emails[0] : countText(emails.length, "adresse"),
    },
    { field: "when", label: "Envoi", cell: (report) => whenText(report) },
    {
      field: "handlers",
      label: "Alertes",
      cell: ({ selections }) =>
        selections.map(({ handler }) => ALARM_HANDLER_LABELS[handler]).join(" OU "),
    },
  ];
  return (
    <DataTable
      caption="Rapports d’alerte"
      columns={columns}
      rows={reports}
      rowKey={({ id }) => id}
    />
  );
}

function whenText({ notifyStart, notifyEnd, notifyEvery }: AlarmReport): string {
  const moments = [
    ...(notifyStart ? ["au début"] : []),
    ...(notifyEvery === "" ? [] : [everyText(notifyEvery)]),
    ...(notifyEnd ? ["à la fin"] : []),
  ];
  return moments.length === 0 ? "Jamais" : moments.join(", ");
}
