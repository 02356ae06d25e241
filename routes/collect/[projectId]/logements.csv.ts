import { houseFileColumns } from "../../../components/housing/house_columns.tsx";
import { houseLines, keptHouses } from "../../../lib/domain/housing/house_list.ts";
import { readTableState } from "../../../lib/domain/tables/table_state.ts";
import { define } from "../../../lib/web/define.ts";
import { csvOfRows } from "../../../lib/web/download.ts";
import { houseReader, readHouses } from "../../../lib/web/houses_page.ts";

/** Every dwelling that the filters of the query keep, in its order (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const { project } = houseReader(state);
    const { houses, choices } = await readHouses(state);
    const kept = keptHouses(houseLines(houses, choices), readTableState(url.searchParams));
    const columns = houseFileColumns(project.features);
    return csvOfRows(columns, kept, { url, fileName: "logements.csv" });
  },
});
