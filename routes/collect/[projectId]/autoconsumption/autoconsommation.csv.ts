import { sortedUse } from "../../../../lib/domain/autoconsumption/use_rows.ts";
import { rangeSegment } from "../../../../lib/domain/periods/segments.ts";
import { readTableState } from "../../../../lib/domain/tables/table_state.ts";
import { USE_CSV } from "../../../../lib/text/autoconsumption.ts";
import { readStartedUse } from "../../../../lib/web/autoconsumption_use.ts";
import { define } from "../../../../lib/web/define.ts";
import { csvOfRows } from "../../../../lib/web/download.ts";
import { HOURLY, rangeOfFile } from "../../../../lib/web/series_page.ts";

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
