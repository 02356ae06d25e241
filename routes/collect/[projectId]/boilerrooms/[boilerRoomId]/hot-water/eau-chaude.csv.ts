import { boardYear } from "../../../../../../lib/domain/energy_balance/board.ts";
import { hotWaterReport } from "../../../../../../lib/domain/energy_balance/hot_water_report.ts";
import { rangeSegment } from "../../../../../../lib/domain/periods/segments.ts";
import { HOT_WATER_CSV } from "../../../../../../lib/text/machines.ts";
import { balancePeriodOf, readBalance } from "../../../../../../lib/web/balance_page.ts";
import { define } from "../../../../../../lib/web/define.ts";
import { csvOfRows } from "../../../../../../lib/web/download.ts";
import { rangeOfFile, YEAR_ONLY } from "../../../../../../lib/web/series_page.ts";

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
