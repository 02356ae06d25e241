import { AlarmReportTable, reportColumns } from "@/components/alarms/AlarmReportTable.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import type { ReportList } from "@/lib/pages/alarms/alarm_reports_page.ts";

export function ReportListPage({ level, reports, offered, url }: ReportList & { url: URL }) {
  return (
    <>
      <PageTitle title={level.title} subtitle={level.subtitle}>
        <a class="button button-primary" href={level.fresh}>Nouveau rapport</a>
      </PageTitle>
      <AlarmReportTable
        reports={reports}
        offered={offered}
        hrefOf={level.hrefOf}
        csv={{ page: url }}
      />
    </>
  );
}

export function reportListColumns({ level, offered }: ReportList) {
  return reportColumns(offered, level.hrefOf);
}
