import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { residenceList } from "@/lib/pages/projects/residences.ts";
import { residencePins } from "@/lib/text/projects/residence_pins.ts";
import { NEVER_KEPT } from "@/lib/web/front/headers.ts";
import { define } from "@/lib/web/state.ts";

/** Pins of the map of residences as JSON, with the filters of the list: its island asks for them once the map is wanted. */
export const handler = define.handlers({
  async GET({ state, params, url }) {
    const table = readTableState(url.searchParams);
    const { kept } = await residenceList(state.api, params.orgId ?? "", table);
    return Response.json(residencePins(kept), { headers: { "cache-control": NEVER_KEPT } });
  },
});
