import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { readSolar } from "@/lib/pages/facilities/solar_page.ts";
import { MONTH_ONLY, rangeOfFile, startedSlots } from "@/lib/pages/series/series_page.ts";
import { SOLAR_CSV } from "@/lib/text/facilities/machines.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** A month of sun, measured and expected, as a file. */
export const handler = define.handlers({
  async GET(ctx) {
    const range = rangeOfFile(ctx, MONTH_ONLY);
    const { rows } = await readSolar(ctx, range);
    return csvOfRows(SOLAR_CSV, startedSlots(ctx.state, range, rows), {
      url: ctx.url,
      fileName: `solaire-${rangeSegment(range)}.csv`,
    });
  },
});
