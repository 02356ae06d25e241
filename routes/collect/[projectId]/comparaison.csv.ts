import { COMPARISON_CSV } from "../../../lib/text/comparison.ts";
import { worstFirst } from "../../../lib/domain/energy_balance/comparison.ts";
import { CSV_DIALECTS, csvFile } from "../../../lib/domain/tables/csv.ts";
import { comparedYear, readComparison } from "../../../lib/web/comparison_page.ts";
import { define } from "../../../lib/web/define.ts";
import { csvDownload } from "../../../lib/web/download.ts";

/** The comparison as a file, in either dialect. */
export const handler = define.handlers({
  async GET(ctx) {
    const lines = worstFirst(await readComparison(ctx, comparedYear(ctx)));
    const dialect = ctx.url.searchParams.get("dialect") === "comma" ? "comma" : "semicolon";
    return csvDownload(csvFile(COMPARISON_CSV, lines, CSV_DIALECTS[dialect]), "comparaison.csv");
  },
});
