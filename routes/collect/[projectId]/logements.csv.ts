import { houseFileColumns } from "@/components/housing/house_columns.tsx";
import { houseLines, keptHouses } from "@/lib/domain/housing/house_list.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { houseReader, readHouses } from "@/lib/pages/housing/houses_page.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** Every dwelling that the filters of the query keep, in its order (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const { project } = houseReader(state);
    const { houses, choices, connectivity } = await readHouses(state);
    const lines = houseLines(houses, choices, connectivity ?? []);
    const kept = keptHouses(lines, readTableState(url.searchParams));
    const hasConnectivity = connectivity !== null;
    const columns = houseFileColumns({ features: project.features, hasConnectivity });
    return csvOfRows(columns, kept, { url, fileName: "logements.csv" });
  },
});
