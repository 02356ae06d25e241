import { CSV_FILE_NAME } from "@/lib/domain/energy_balance/constants.ts";
import { boardReport } from "@/lib/domain/energy_balance/simulation/simulated_board.ts";
import { balancePeriodOf, readBalance } from "@/lib/pages/energy_balance/balance_page.ts";
import { rangeOfFile, YEAR_ONLY } from "@/lib/pages/series/series_page.ts";
import { balanceCsv } from "@/lib/text/energy_balance/balance_csv.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { csvDownload, dialectOf } from "@/lib/web/files/download.ts";

/** `chaufferie.csv` of a year, real or simulated, in either dialect: `?period=monthly-2023&dialect=comma`. */
export const handler = define.handlers({
  async GET(ctx) {
    const period = balancePeriodOf(rangeOfFile(ctx, YEAR_ONLY));
    const { board, form } = await readBalance(ctx, period);
    if (board === null) return answered({ ok: false, code: "not-found" });
    const text = balanceCsv(boardReport(board.data, form), dialectOf(ctx.url));
    return csvDownload(text, CSV_FILE_NAME);
  },
});
