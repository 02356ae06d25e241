import { type Context, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import {
  QUEUED_REPORT_COLUMNS,
  QueuedReportTable,
} from "@/components/queued_reports/QueuedReportTable.tsx";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { asks, submitForms } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  POST: (ctx) =>
    submitForms(ctx, {
      forms: {
        report: asks(
          ({ key }) => ctx.state.api.call("deleteQueuedReport", { reportId: key }),
          links.queuedReports(),
        ),
      },
      path: links.queuedReports(),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data: { reports, shown }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.queuedReports} />
    {shown && <Refusal {...shown} />}
    {reports.length === 0
      ? (
        <EmptyState title="Aucun rapport demandé" icon="download">
          <p>Les rapports longs à préparer attendent ici, et se téléchargent une fois prêts.</p>
        </EmptyState>
      )
      : <QueuedReportTable reports={reports} csv={{ page: url }} />}
  </>
));

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  ctx.state.title = windowTitle(PAGE_NAMES.queuedReports);
  const reports = answered(await ctx.state.api.call("listQueuedReports", {}));
  const file = { fileName: "rapports.csv", columns: QUEUED_REPORT_COLUMNS, rows: reports };
  return tableFile(ctx.url, file) ??
    page({ reports, shown }, { status: shown?.status ?? 200 });
}
