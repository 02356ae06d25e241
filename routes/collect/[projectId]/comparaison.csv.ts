import { worstFirst } from "@/lib/domain/energy_balance/comparison.ts";
import { comparedYear, readComparison } from "@/lib/pages/energy_balance/comparison_page.ts";
import { COMPARISON_CSV } from "@/lib/text/energy_balance/comparison.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** The comparison as a file, in either dialect. */
export const handler = define.handlers({
  async GET(ctx) {
    const lines = worstFirst(await readComparison(ctx, comparedYear(ctx)));
    return csvOfRows(COMPARISON_CSV, lines, { url: ctx.url, fileName: "comparaison.csv" });
  },
});
