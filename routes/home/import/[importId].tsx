import { PostForm } from "@/components/forms/PostForm.tsx";
import { Notice, PageTitle } from "@/components/page/Page.tsx";
import {
  STOCK_LINE_COLUMNS,
  StockLines,
  StockSummary,
} from "@/components/projects/StockReport.tsx";
import AutoContinue from "@/islands/page/AutoContinue.tsx";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { STOCK_KIND_LABELS, STOCK_MESSAGES } from "@/lib/text/projects/stock.ts";
import { answered } from "@/lib/web/answered.ts";
import { isFileAsked, tableFile } from "@/lib/web/files/table_file.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import { administered, define, page } from "@/lib/web/state.ts";

/** Pause between two calls with address lookups, ms: with twenty in each, under fifty a second. */
const PAUSE_MS = 500;

export const handler = define.handlers({
  async GET({ state, params, url }) {
    const { id: orgId, name } = administered(state);
    const { importId = "" } = params;
    const table = readTableState(url.searchParams);
    const read = async (page: number) =>
      await state.api.read("getStockImport", { orgId, importId, page: String(page) });
    const report = await read(isFileAsked(url) ? 1 : table.page);
    state.title = windowTitle(`${PAGE_NAMES.stockImports}, ${report.fileName}`, name);
    const rows = [...report.lines];
    if (isFileAsked(url)) {
      for (let at = 2; at <= report.pageCount; at++) rows.push(...(await read(at)).lines);
    }
    return tableFile(url, { fileName: "import.csv", columns: STOCK_LINE_COLUMNS, rows }) ??
      page({ report, table });
  },

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { importId = "" } = ctx.params;
    await readSubmission(ctx, []);
    const result = await ctx.state.api.call("runStockImport", { orgId, importId });
    // Another window runs the same import: the page shows its progress.
    if (!result.ok && result.code !== "conflict") answered(result);
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
        title={PAGE_NAMES.stockImports}
        subtitle={[administered(state).name, STOCK_KIND_LABELS[kind], fileName].filter(Boolean)
          .join(" · ")}
        back={{ href: links.stockImports(), label: "Essayer un autre fichier" }}
      />
      <StockSummary report={report} />
      {retryAt !== null && <Notice tone="bad">{STOCK_MESSAGES.waiting}</Notice>}
      {(canConfirm || stage === "running") && (
        <PostForm class="submit-bar" action={path}>
          <button type="submit" class="button button-primary">
            {stage === "tried" ? "Confirmer l’import" : "Continuer l’import"}
          </button>
          {stage === "running" && <AutoContinue afterMs={waitMs + PAUSE_MS} />}
        </PostForm>
      )}
      {stage === "done" && lineCount > 0 && (
        <p>
          <a class="button" href={links.residences()}>Voir les résidences</a>
        </p>
      )}
      <StockLines report={report} path={path} state={table} />
    </>
  );
});
