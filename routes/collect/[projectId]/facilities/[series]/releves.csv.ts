import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { annotatedSpells } from "@/lib/domain/series/annotated_spells.ts";
import {
  facilitySeriesOf,
  readFacilitySpells,
  readFacilityYears,
} from "@/lib/pages/facilities/facility_series.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { rangeFile } from "@/lib/pages/series/range_file.ts";
import { rangeOfFile } from "@/lib/pages/series/series_page.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { SPELL_CSV } from "@/lib/text/series/series_csv.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** A series over a range as a file, in either dialect: every line the filters keep, in their order. */
export const handler = define.handlers({
  async GET(ctx) {
    const { series, choices } = await facilitySeriesOf(ctx);
    const range = rangeOfFile(ctx, choices);
    const { url } = ctx;
    const fileName = `${seriesName(series)} ${rangeSegment(range)}.csv`;
    if (series.unit.kind === "state") {
      const { spells, annotations } = await readFacilitySpells(ctx.state, series, range);
      const { timeZone } = residenceOf(ctx.state).project;
      const rows = annotatedSpells(spells, annotations, timeZone);
      return csvOfRows(SPELL_CSV, rows, { url, fileName });
    }
    const { years } = await readFacilityYears(ctx.state, series, range);
    return rangeFile(url, { years, isSum: series.unit.sum, fileName });
  },
});
