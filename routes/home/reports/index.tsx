import { Head } from "fresh/runtime";
import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import { PageTables, type TableColumn } from "@/components/ui/DataTable.tsx";
import { RemovalForm } from "@/components/ui/FormBox.tsx";
import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { FRESH_STATUS_SECONDS } from "@/lib/api/call.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { QUEUED_REPORTS_CALLS } from "@/lib/consumption_reports/calls.ts";
import type { QueuedReport } from "@/lib/consumption_reports/schema.ts";
import { QUEUED_STATE_LABELS } from "@/lib/consumption_reports/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { action, formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { table, page }, state, url }) => (
  <>
    <PageTitle />
    {page.shown && <Refusal {...page.shown} />}
    {table.rows.length === 0
      ? (
        <EmptyState title="Aucun bilan demandé" icon="download">
          <p>Les bilans longs à préparer attendent ici, et se téléchargent une fois prêts.</p>
        </EmptyState>
      )
      : (
        <div data-live="reports">
          <PageTables tables={[table]} url={url} />
        </div>
      )}
    {table.rows.some(isAwaited) && <Followed isAnswer={page.shown !== null} state={state} />}
  </>
));

/** Follows the reports each minute, without JavaScript too; what a refused form says is not taken away. */
function Followed({ isAnswer, state }: { isAnswer: boolean; state: State }) {
  return (
    <>
      {!isAnswer && !state.refresh.isPaused && (
        <Head>
          <noscript>
            <meta http-equiv="refresh" content={String(FRESH_STATUS_SECONDS)} />
          </noscript>
        </Head>
      )}
      <PageRefresh everySeconds={FRESH_STATUS_SECONDS} state={state} withoutScript />
    </>
  );
}

/** True when its state changes by itself: the page is then refreshed. */
function isAwaited({ state }: QueuedReport): boolean {
  return state === "queued" || state === "running";
}

function pageForms(ctx: PageContext) {
  return {
    report: action(
      ({ key }) => ctx.state.api.call(QUEUED_REPORTS_CALLS.deleteQueuedReport, { reportId: key }),
      links.queuedReports(),
    ),
  };
}

async function readPage(ctx: PageContext) {
  ctx.state.title = [PAGES.queuedReports.title, PRODUCT_NAME];
  const rows = await ctx.state.api.read(QUEUED_REPORTS_CALLS.listQueuedReports, {});
  const table = { fileName: "bilans.csv", caption: "Bilans demandés", columns: COLUMNS, rows };
  return tableFile(ctx.url, table) ?? { table };
}

const COLUMNS: readonly TableColumn<QueuedReport>[] = [
  textColumn("label", "Bilans", ({ label }) => label, {
    cell: ({ id, label, state }) =>
      state === "done" ? <a href={links.queuedReport(id)} download>{label}</a> : label,
  }),
  dateColumn("asked", "Demandé le", ({ createdAt }) => formatInstant(createdAt)),
  textColumn("state", "État", stateText, { cell: ReportState }),
  {
    field: "remove",
    label: "Action",
    cell: ({ id, state }) => (
      <RemovalForm
        action={links.queuedReports()}
        id={{ name: "key", value: id }}
        text={state === "done"
          ? "Le fichier est supprimé\u00A0; les bilans peuvent être demandés de nouveau."
          : "La préparation s’arrête."}
      />
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
