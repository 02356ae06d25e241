import { sortedUse } from "@/lib/domain/autoconsumption/use_rows.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { readStartedUse } from "@/lib/pages/autoconsumption/autoconsumption_use.ts";
import { HOURLY, rangeOfFile } from "@/lib/pages/series/series_page.ts";
import { USE_CSV } from "@/lib/text/autoconsumption/autoconsumption.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** What was produced over a range and what became of it, as a file. */
export const handler = define.handlers({
  async GET(ctx) {
    const range = rangeOfFile(ctx, HOURLY);
    const slots = await readStartedUse(ctx.state, range);
    return csvOfRows(USE_CSV, sortedUse(slots, readTableState(ctx.url.searchParams)), {
      url: ctx.url,
      fileName: `autoconsommation-${rangeSegment(range)}.csv`,
    });
  },
});
