import { keptEquipments } from "@/lib/domain/facilities/equipment_list.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { readEquipmentList } from "@/lib/pages/facilities/equipment_page.ts";
import { EQUIPMENT_COLUMNS } from "@/lib/text/facilities/equipment.ts";
import { define } from "@/lib/web/define.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";

/** Every equipment that the filters of the query keep, in its order (F §9 "CSV export"). */
export const handler = define.handlers({
  async GET({ url, state }) {
    const { lines } = await readEquipmentList(state);
    const kept = keptEquipments(lines, readTableState(url.searchParams));
    return csvOfRows(EQUIPMENT_COLUMNS, kept, { url, fileName: "equipements.csv" });
  },
});
