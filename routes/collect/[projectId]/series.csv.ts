import { keptSeries } from "@/lib/domain/projects/series_list.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { readSeriesList } from "@/lib/pages/series/series_list_page.ts";
import { SERIES_COLUMNS } from "@/lib/text/series/series_settings.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** Every series that the filters of the query keep, in its order (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const kept = keptSeries(await readSeriesList(state), readTableState(url.searchParams));
    return csvOfRows(SERIES_COLUMNS, kept, { url, fileName: "series.csv" });
  },
});
