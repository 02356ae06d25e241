import { keptEquipments } from "../../../lib/domain/facilities/equipment_list.ts";
import { CSV_DIALECTS, csvFile } from "../../../lib/domain/tables/csv.ts";
import { readTableState } from "../../../lib/domain/tables/table_state.ts";
import { EQUIPMENT_COLUMNS } from "../../../lib/text/equipment.ts";
import { define } from "../../../lib/web/define.ts";
import { csvDownload } from "../../../lib/web/download.ts";
import { readEquipmentList } from "../../../lib/web/equipment_page.ts";

/** Every equipment that the filters of the query keep, in its order (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const { lines } = await readEquipmentList(state);
    const kept = keptEquipments(lines, readTableState(url.searchParams));
    const dialect = url.searchParams.get("dialect") === "comma" ? "comma" : "semicolon";
    const text = csvFile(EQUIPMENT_COLUMNS, kept, CSV_DIALECTS[dialect]);
    return csvDownload(text, "equipements.csv");
  },
});
