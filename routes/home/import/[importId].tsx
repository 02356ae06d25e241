import { countColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import { CsvLinks, DataTable, Pagination, type TableColumn } from "@/components/ui/DataTable.tsx";
import { Notice, PageTitle, type Tone } from "@/components/ui/Page.tsx";
import { ownEntry, PostForm } from "@/components/ui/PostForm.tsx";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { STOCK_CALLS } from "@/lib/portfolio/calls.ts";
import {
  STOCK_ACTIONS,
  type StockAction,
  type StockImportRead,
  type StockLine,
} from "@/lib/portfolio/schema.ts";
import {
  STOCK_ACTION_LABELS,
  STOCK_KIND_LABELS,
  STOCK_MESSAGES,
  STOCK_STATE_LABELS,
} from "@/lib/portfolio/text_import.ts";
import { inOwnOrganisation, links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import type { TableState } from "@/lib/ui/tables.ts";
import { readLines, tableFile } from "@/lib/web/downloads.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { administered, define, page } from "@/lib/web/state.ts";

/** Pause between two calls with address lookups, ms: with twenty in each, under fifty a second. */
const PAUSE_MS = 500;

export const handler = define.handlers({
  async GET({ state, params, url }) {
    const { id: orgId } = administered(state);
    const { importId = "" } = params;
    const { report, table, rows } = await readLines(
      url,
      (page) => state.api.read(STOCK_CALLS.getStockImport, { orgId, importId, page }),
    );
    state.title = `${PAGES.stockImports.title}, ${report.fileName}`;
    const file = { fileName: "import.csv", columns: STOCK_LINE_COLUMNS, rows };
    return tableFile(url, file) ?? page({ report, table });
  },

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { importId = "" } = ctx.params;
    await readSubmission(ctx, []);
    const result = await ctx.state.api.call(STOCK_CALLS.runStockImport, { orgId, importId });
    // Another window runs the same import: the page shows its progress.
    if (!result.ok && result.code !== "conflict") answerOrThrow(result);
    return seeOther(ctx, links.stockImport(importId));
  },
});

export default define.page<typeof handler>(({ data: { report, table }, state }) => {
  const { id, kind, fileName, state: stage, retryAt, lineCount, counts } = report;
  const path = links.stockImport(id);
  const waitMs = retryAt === null ? 0 : Math.max(0, Date.parse(retryAt) - Date.parse(state.now));
  const canConfirm = stage === "tried" && lineCount > counts.refused;
  return (
    <>
      <PageTitle
        title={PAGES.stockImports.title}
        subtitle={[administered(state).name, STOCK_KIND_LABELS[kind], fileName]}
      />
      <StockSummary report={report} />
      {retryAt !== null && <Notice tone="bad">{STOCK_MESSAGES.waiting}</Notice>}
      {(canConfirm || stage === "running") && (
        <PostForm class="submit-bar" action={ownEntry(path)}>
          <button
            type="submit"
            class="button button-primary"
            data-continue-ms={stage === "running" ? waitMs + PAUSE_MS : undefined}
          >
            {stage === "tried" ? "Confirmer l’import" : "Continuer l’import"}
          </button>
        </PostForm>
      )}
      {stage === "done" && lineCount > 0 && (
        <p>
          <a class="button" href={inOwnOrganisation(state.place, links.residences())}>
            Voir les résidences
          </a>{" "}
          <a class="button" href={inOwnOrganisation(state.place, links.residencesToCommission())}>
            Voir ce qui reste à faire
          </a>
        </p>
      )}
      <StockLines report={report} path={path} state={table} />
    </>
  );
});

const TONES: Readonly<Record<StockAction, Tone>> = {
  create: "good",
  change: "info",
  same: "info",
  refused: "very-bad",
};

const STOCK_LINE_COLUMNS: readonly TableColumn<StockLine>[] = [
  countColumn("line", "Ligne", ({ line }) => line),
  textColumn("label", "Élément", ({ label }) => label),
  statusColumn("action", "Effet", ({ action }) => ({
    tone: TONES[action],
    label: STOCK_ACTION_LABELS[action],
  })),
  textColumn("messages", "Remarques", ({ messages }) => messages.join(" ; "), {
    cell: ({ messages, cure }) => (
      <>
        {messages.join("\u00A0; ")} {cure && <a href={cure}>Corriger</a>}
      </>
    ),
  }),
];

/** State of an import: number of lines by action, and errors of the file. */
function StockSummary({ report }: { report: StockImportRead }) {
  const { id, state, counts, lineCount, doneCount, missingColumns, ignoredColumns } = report;
  const { ignoredSheets = [] } = report;
  const isWrong = missingColumns.length > 0 || counts.refused > 0;
  return (
    <Notice
      tone={isWrong ? "bad" : state === "tried" ? "info" : "good"}
      live
      title={lineCount === 0 ? "Aucune ligne à importer" : STOCK_STATE_LABELS[state]}
    >
      {missingColumns.length > 0 && (
        <p>Colonnes absentes du fichier&nbsp;: {missingColumns.join(", ")}.</p>
      )}
      {ignoredColumns.length > 0 && (
        <p>
          Colonnes inconnues, non lues&nbsp;: {ignoredColumns.join(", ")}.{" "}
          {state === "tried" && (
            <a href={links.stockImports(`from=${encodeURIComponent(id)}`)}>
              Dire ce qu’elles contiennent
            </a>
          )}
        </p>
      )}
      {ignoredSheets.length > 0 && (
        <p>
          Feuilles non lues, ni leur nom ni une colonne «&nbsp;Contenu&nbsp;» ne disant ce qu’elles
          contiennent&nbsp;: {ignoredSheets.join(", ")}.
        </p>
      )}
      {lineCount > 0 && (
        <p>{`${countText(lineCount, "ligne lue", "lignes lues")}\u00A0: ${countsText(counts)}.`}</p>
      )}
      {state === "running" && (
        <p>
          <progress max={lineCount} value={doneCount} aria-label="Avancement de l’import" />{" "}
          {formatNumber(doneCount)} lignes sur {formatNumber(lineCount)}
        </p>
      )}
    </Notice>
  );
}

function countsText(counts: StockImportRead["counts"]): string {
  const words: Readonly<Record<StockAction, readonly [string, string]>> = {
    create: ["création", "créations"],
    change: ["modification", "modifications"],
    same: ["ligne sans changement", "lignes sans changement"],
    refused: ["ligne refusée", "lignes refusées"],
  };
  return STOCK_ACTIONS.map((action) => countText(counts[action], ...words[action])).join(", ");
}

/** The lines of an import: those refused first, then the others, page by page; the file has them all. */
function StockLines(
  { report, path, state }: {
    report: StockImportRead;
    path: string;
    state: TableState;
  },
) {
  const { refused, counts, lines, page, pageCount, lineCount } = report;
  if (lineCount === 0) return null;
  const listed = new Set(refused.map(({ line, label }) => `${line} ${label}`));
  const others = lines.filter(({ line, label }) => !listed.has(`${line} ${label}`));
  return (
    <>
      {refused.length > 0 && page === 1 && (
        <DataTable
          caption={refused.length < counts.refused
            ? `Lignes refusées, les ${refused.length} premières`
            : "Lignes refusées"}
          columns={STOCK_LINE_COLUMNS}
          rows={refused}
        />
      )}
      {others.length > 0 && (
        <DataTable
          caption={refused.length > 0 ? "Les autres lignes" : "Toutes les lignes"}
          columns={STOCK_LINE_COLUMNS}
          rows={others}
        />
      )}
      <div class="table-foot">
        <Pagination path={path} state={state} page={{ page, pageCount }} />
        <CsvLinks page={path} />
      </div>
    </>
  );
}
