import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { ownSeriesOf, readOwnYears } from "@/lib/pages/housing/own_house_page.ts";
import { rangeFile } from "@/lib/pages/series/range_file.ts";
import { rangeOfFile } from "@/lib/pages/series/series_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { define } from "@/lib/web/define.ts";

/** A series of one's own dwelling over a range, as a file. */
export const handler = define.handlers({
  async GET(ctx) {
    const found = await ownSeriesOf(ctx);
    const range = rangeOfFile(ctx, found.choices);
    const years = await readOwnYears(ctx.state, found, range);
    const fileName = `${seriesName(found.series)} ${rangeSegment(range)}.csv`;
    return rangeFile(ctx.url, { years, isSum: found.series.unit.sum, fileName });
  },
});
