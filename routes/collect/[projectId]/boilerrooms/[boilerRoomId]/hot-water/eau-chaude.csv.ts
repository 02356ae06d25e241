import { boardYear } from "@/lib/domain/energy_balance/board.ts";
import { hotWaterReport } from "@/lib/domain/energy_balance/hot_water_report.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { balancePeriodOf, readBalance } from "@/lib/pages/energy_balance/balance_page.ts";
import { rangeOfFile, YEAR_ONLY } from "@/lib/pages/series/series_page.ts";
import { HOT_WATER_CSV } from "@/lib/text/facilities/machines.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** A summer of hot water as a file. */
export const handler = define.handlers({
  async GET(ctx) {
    const range = rangeOfFile(ctx, YEAR_ONLY);
    const { board } = await readBalance(ctx, balancePeriodOf(range));
    const rows = board === null ? [] : hotWaterReport(boardYear(board.data, null)).rows;
    return csvOfRows(HOT_WATER_CSV, rows, {
      url: ctx.url,
      fileName: `eau-chaude-${rangeSegment(range)}.csv`,
    });
  },
});
