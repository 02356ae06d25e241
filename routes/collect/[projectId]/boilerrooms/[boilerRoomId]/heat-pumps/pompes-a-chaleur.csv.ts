import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { readHybrid } from "@/lib/pages/facilities/heat_pumps_page.ts";
import { HOURLY, rangeOfFile, startedSlots } from "@/lib/pages/series/series_page.ts";
import { HYBRID_CSV } from "@/lib/text/facilities/machines.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** What boilers and heat pumps gave over a range, as a file. */
export const handler = define.handlers({
  async GET(ctx) {
    const range = rangeOfFile(ctx, HOURLY);
    const { rows } = await readHybrid(ctx, range);
    return csvOfRows(HYBRID_CSV, startedSlots(ctx.state, range, rows), {
      url: ctx.url,
      fileName: `pompes-a-chaleur-${rangeSegment(range)}.csv`,
    });
  },
});
