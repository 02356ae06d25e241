import { keptRangeRows } from "../../../../../lib/domain/series/range_rows.ts";
import { rangeSegment } from "../../../../../lib/domain/periods/segments.ts";
import { readTableState } from "../../../../../lib/domain/tables/table_state.ts";
import { seriesName } from "../../../../../lib/text/facilities.ts";
import { rangeCsv, SPELL_CSV } from "../../../../../lib/text/series_csv.ts";
import { define } from "../../../../../lib/web/define.ts";
import { csvOfRows } from "../../../../../lib/web/download.ts";
import { facilitySeriesOf, readFacilityYears } from "../../../../../lib/web/facility_series.ts";
import { residenceOf } from "../../../../../lib/web/residence_page.ts";
import { rangeOfFile } from "../../../../../lib/web/series_page.ts";
import { readSpells } from "../../../../../lib/web/state_spells.ts";

/** A series over a range as a file, in either dialect: every line the filters keep, in their order. */
export const handler = define.handlers({
  async GET(ctx) {
    const { series, choices } = await facilitySeriesOf(ctx);
    const range = rangeOfFile(ctx, choices);
    const { url } = ctx;
    const fileName = `${seriesName(series)} ${rangeSegment(range)}.csv`;
    if (series.unit.kind === "state") {
      const asked = { projectId: residenceOf(ctx.state).project.id, series: series.id };
      const spells = await readSpells(ctx.state, asked, [rangeSegment(range)]);
      return csvOfRows(SPELL_CSV, spells, { url, fileName });
    }
    const { years } = await readFacilityYears(ctx.state, series, range);
    const rows = keptRangeRows(years.rows, readTableState(url.searchParams));
    const columns = rangeCsv({
      unit: years.unit,
      isSum: series.unit.sum,
      hasBefore: years.before !== null,
      isAnnotated: true,
    });
    return csvOfRows(columns, rows, { url, fileName });
  },
});
