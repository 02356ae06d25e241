import { rangeSegment } from "../../../../../../lib/domain/periods/segments.ts";
import { SOLAR_CSV } from "../../../../../../lib/text/machines.ts";
import { define } from "../../../../../../lib/web/define.ts";
import { csvOfRows } from "../../../../../../lib/web/download.ts";
import { MONTH_ONLY, rangeOfFile, startedSlots } from "../../../../../../lib/web/series_page.ts";
import { readSolar } from "../../../../../../lib/web/solar_page.ts";

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
