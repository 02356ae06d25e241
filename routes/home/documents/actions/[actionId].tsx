import { dateColumn, linkColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import { CsvLinks, DataTable, Pagination, type TableColumn } from "@/components/ui/DataTable.tsx";
import { Notice, PageTitle, type Tone } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { documentsOf, documentWriter } from "@/lib/documents/pages.ts";
import type { DocumentActionLine } from "@/lib/documents/schema.ts";
import {
  ACTION_LINE_LABELS,
  actionProgressText,
  actionReasonText,
  actionText,
} from "@/lib/documents/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { readLines, tableFile } from "@/lib/web/downloads.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { define, page } from "@/lib/web/state.ts";

/** Pause between two calls, for other requests, ms. */
const PAUSE_MS = 200;

export const handler = define.handlers({
  async GET({ state, params: { actionId = "" }, url }) {
    const { orgId } = documentWriter(state);
    const { report, table, rows } = await readLines(
      url,
      (page) => state.api.read(DOCUMENTS_CALLS.getDocumentAction, { orgId, actionId, page }),
    );
    state.title = PAGES.documentAction.title;
    const file = { fileName: "documents-traites.csv", columns: ACTION_LINE_COLUMNS, rows };
    return tableFile(url, file) ?? page({ report, table });
  },

  async POST(ctx) {
    await readSubmission(ctx, []);
    const { orgId } = documentWriter(ctx.state);
    const { actionId = "" } = ctx.params;
    const result = await ctx.state.api.call(DOCUMENTS_CALLS.runDocumentAction, {
      orgId,
      actionId,
    });
    // The job, or another window, handles the same documents: the page shows their progress.
    if (!result.ok && result.code !== "conflict") answerOrThrow(result);
    return seeOther(ctx, links.documentAction(actionId));
  },
});

export default define.page<typeof handler>(({ data: { report, table }, state }) => {
  const { id, state: stage, lineCount, doneCount, refusedCount, pageCount } = report;
  const path = links.documentAction(id);
  const isRunning = stage === "running";
  return (
    <>
      <PageTitle
        subtitle={[documentsOf(state).organisation.name, actionText(report)]}
      />
      <Notice
        tone={isRunning ? "info" : refusedCount > 0 ? "bad" : "good"}
        live
        title={isRunning ? "Action en cours" : "Action terminée"}
      >
        <p>
          {isRunning && (
            <>
              <progress max={lineCount} value={doneCount} aria-label="Avancement de l’action" />
              {" "}
            </>
          )}
          {actionProgressText(report)}.
        </p>
        {isRunning && <p>Elle se poursuit même si vous quittez cette page.</p>}
      </Notice>
      {isRunning && (
        <PostForm class="submit-bar" action={path}>
          <button type="submit" class="button button-primary" data-continue-ms={PAUSE_MS}>
            Continuer maintenant
          </button>
        </PostForm>
      )}
      <DataTable caption="Documents" columns={ACTION_LINE_COLUMNS} rows={report.lines} />
      <div class="table-foot">
        <Pagination path={path} state={table} page={{ page: report.page, pageCount }} />
        <CsvLinks page={path} />
      </div>
    </>
  );
});

const TONES: Readonly<Record<DocumentActionLine["state"], Tone>> = {
  "waiting": "info",
  "done": "good",
  "refused": "bad",
};

const ACTION_LINE_COLUMNS: readonly TableColumn<DocumentActionLine>[] = [
  linkColumn(
    "label",
    "Document",
    ({ label }) => label,
    ({ requestId, documentId }) => links.document(requestId, documentId),
  ),
  dateColumn("deadline", "Échéance", ({ deadline }) => formatDay(deadline)),
  statusColumn("state", "Résultat", ({ state }) => ({
    tone: TONES[state],
    label: ACTION_LINE_LABELS[state],
  })),
  textColumn("reason", "Remarque", actionReasonText),
];
