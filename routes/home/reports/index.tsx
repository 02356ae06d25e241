import { type Context, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import {
  QUEUED_REPORT_COLUMNS,
  QueuedReportTable,
} from "@/components/queued_reports/QueuedReportTable.tsx";
import { links } from "@/lib/links/links.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { values } = await readSubmission(ctx, ["id"]);
    const result = await ctx.state.api.call("deleteQueuedReport", { reportId: values.id });
    if (result.ok) return seeOther(ctx, links.queuedReports());
    return await showPage(ctx, { failure: errorText(result.code), status: result.status });
  },
});

export default define.page<typeof handler>(({ data: { reports, refused }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.queuedReports} />
    {refused && <Refusal failure={refused.failure} isConflict={false} />}
    {reports.length === 0
      ? (
        <EmptyState title="Aucun rapport demandé" icon="download">
          <p>Les rapports longs à préparer attendent ici, et se téléchargent une fois prêts.</p>
        </EmptyState>
      )
      : <QueuedReportTable reports={reports} csv={{ page: url }} />}
  </>
));

async function showPage(ctx: Context<State>, refused: { failure: string; status: number } | null) {
  ctx.state.title = windowTitle(PAGE_NAMES.queuedReports);
  const reports = answered(await ctx.state.api.call("listQueuedReports", {}));
  const file = { fileName: "rapports.csv", columns: QUEUED_REPORT_COLUMNS, rows: reports };
  return tableFile(ctx.url, file) ??
    page({ reports, refused }, { status: refused?.status ?? 200 });
}
