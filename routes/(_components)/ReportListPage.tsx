import { reportList } from "@/components/alarms/report_list.tsx";
import { ListPage } from "@/components/tables/ListPage.tsx";
import type { ListRows } from "@/components/tables/list.ts";
import type { AlarmReport } from "@/lib/domain/alarms/types.ts";
import { windowTitle } from "@/lib/links/links.ts";
import { readReportList, type ReportLevel } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";
import { readList } from "./read_list.ts";

/** Handlers of the list of mail reports of a level, as a page or as a file. */
export function reportListHandlers(levelOf: (ctx: PageContext) => ReportLevel) {
  return define.handlers({
    async GET(ctx) {
      const { level, reports, offered } = await readReportList(levelOf(ctx));
      ctx.state.title = windowTitle(level.title, level.subtitle);
      const { rows, file } = readList(ctx.url, reports, reportList(level, offered));
      return file ?? page({ level, ...rows });
    },
  });
}

interface ReportListPageProps extends ListRows<AlarmReport> {
  level: ReportLevel;
}

export function ReportListPage({ level, ...rows }: ReportListPageProps) {
  return (
    <ListPage
      {...rows}
      organisation={level.subtitle}
      back={level.above}
      add={{ href: level.fresh, label: "Nouveau rapport" }}
    />
  );
}
