import { rangeSegment } from "../../../../../lib/domain/periods/segments.ts";
import { keptRangeRows } from "../../../../../lib/domain/series/range_rows.ts";
import { readTableState } from "../../../../../lib/domain/tables/table_state.ts";
import { seriesName } from "../../../../../lib/text/facilities.ts";
import { rangeCsv } from "../../../../../lib/text/series_csv.ts";
import { define } from "../../../../../lib/web/define.ts";
import { csvOfRows } from "../../../../../lib/web/download.ts";
import { ownSeriesOf, readOwnYears } from "../../../../../lib/web/own_house_page.ts";
import { rangeOfFile } from "../../../../../lib/web/series_page.ts";

/** A series of one's own dwelling over a range, as a file. */
export const handler = define.handlers({
  async GET(ctx) {
    const found = await ownSeriesOf(ctx);
    const range = rangeOfFile(ctx, found.choices);
    const years = await readOwnYears(ctx.state, found, range);
    const rows = keptRangeRows(years.rows, readTableState(ctx.url.searchParams));
    const columns = rangeCsv({
      unit: years.unit,
      isSum: found.series.unit.sum,
      hasBefore: years.before !== null,
    });
    const fileName = `${seriesName(found.series)} ${rangeSegment(range)}.csv`;
    return csvOfRows(columns, rows, { url: ctx.url, fileName });
  },
});
