import { EmptyState } from "@/components/page/EmptyState.tsx";
import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import { chosenProjects, offeredProjects } from "@/lib/domain/alarms/report_projects.ts";
import type { AlarmReport, AvailableSelection } from "@/lib/domain/alarms/types.ts";
import { momentsText, selectionsText } from "@/lib/text/alarms.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";

interface AlarmReportTableProps {
  reports: readonly AlarmReport[];
  offered: readonly AvailableSelection[];
  hrefOf(reportId: string): string;
  csv: CsvSource;
}

export function AlarmReportTable({ reports, offered, hrefOf, csv }: AlarmReportTableProps) {
  if (reports.length === 0) {
    return (
      <EmptyState title="Aucun rapport d’alerte" icon="mail">
        <p>Un rapport prévient par mail quand une alerte commence, dure ou finit.</p>
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption="Rapports d’alerte"
      columns={reportColumns(offered, hrefOf)}
      rows={reports}
      rowKey={({ id }) => id}
      csv={csv}
    />
  );
}

export function reportColumns(
  offered: readonly AvailableSelection[],
  hrefOf: (reportId: string) => string,
): TableColumn<AlarmReport>[] {
  const offeredCount = offeredProjects(offered)?.length;
  const reach = ({ selections }: AlarmReport) => {
    const count = chosenProjects(selections, offered)?.length ?? 0;
    return count === offeredCount ? "Toutes" : countText(count, "résidence");
  };
  return [
    {
      field: "name",
      label: "Rapport",
      cell: ({ id, name }) => <a href={hrefOf(id)}>{name}</a>,
      value: ({ name }) => name,
    },
    textColumn("handlers", "Alertes", ({ selections }) => selectionsText(selections)),
    ...(offeredCount === undefined ? [] : [textColumn("projects", "Résidences", reach)]),
    {
      field: "emails",
      label: "Destinataires",
      cell: ({ emails }) => emails.length === 1 ? emails[0] : countText(emails.length, "adresse"),
      value: ({ emails }) => emails.join(" "),
    },
    textColumn("when", "Envoi", (report) => capitalized(momentsText(report))),
  ];
}
