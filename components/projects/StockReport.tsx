import { Notice, type Tone } from "@/components/page/Page.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { countColumn, statusColumn, textColumn } from "@/components/tables/columns.tsx";
import { CsvLinks, Pagination } from "@/components/tables/TableFoot.tsx";
import { STOCK_ACTIONS, type StockAction } from "@/lib/domain/projects/stock.ts";
import type { StockImportRead, StockLine } from "@/lib/domain/projects/types.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { STOCK_ACTION_LABELS, STOCK_STATE_LABELS } from "@/lib/text/projects/stock.ts";

const TONES: Readonly<Record<StockAction, Tone>> = {
  create: "good",
  change: "info",
  same: "info",
  refused: "very-bad",
};

export const STOCK_LINE_COLUMNS: readonly TableColumn<StockLine>[] = [
  countColumn("line", "Ligne", ({ line }) => line),
  textColumn("label", "Élément", ({ label }) => label),
  statusColumn("action", "Effet", ({ action }) => ({
    tone: TONES[action],
    label: STOCK_ACTION_LABELS[action],
  })),
  textColumn("messages", "Remarques", ({ messages }) => messages.join(" ; ")),
];

/** State of an import: number of lines by action, and errors of the file. */
export function StockSummary({ report }: { report: StockImportRead }) {
  const { state, counts, lineCount, doneCount, missingColumns, ignoredColumns } = report;
  const isWrong = missingColumns.length > 0 || counts.refused > 0;
  return (
    <Notice
      tone={isWrong ? "bad" : state === "tried" ? "info" : "good"}
      live
      title={titleOf(report)}
    >
      {missingColumns.length > 0 && (
        <p>Colonnes absentes du fichier&nbsp;: {missingColumns.join(", ")}.</p>
      )}
      {ignoredColumns.length > 0 && (
        <p>Colonnes inconnues, non lues&nbsp;: {ignoredColumns.join(", ")}.</p>
      )}
      {lineCount > 0 && <p>{countsText(counts)}.</p>}
      {state === "running" && (
        <p>
          <progress max={lineCount} value={doneCount} aria-label="Avancement de l’import" />{" "}
          {formatNumber(doneCount)} lignes sur {formatNumber(lineCount)}
        </p>
      )}
    </Notice>
  );
}

function titleOf({ state, lineCount }: StockImportRead): string {
  return lineCount === 0 ? "Aucune ligne à importer" : STOCK_STATE_LABELS[state];
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

/** The lines of an import: those refused first, then all of them, page by page. */
export function StockLines(
  { report, path, state }: {
    report: StockImportRead;
    path: string;
    state: TableState;
  },
) {
  const { refused, counts, lines, page, pageCount, lineCount } = report;
  if (lineCount === 0) return null;
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
      <DataTable
        caption="Toutes les lignes"
        columns={STOCK_LINE_COLUMNS}
        rows={lines}
      />
      <div class="table-foot">
        <Pagination path={path} state={state} page={{ page, pageCount }} />
        <CsvLinks page={path} />
      </div>
    </>
  );
}
