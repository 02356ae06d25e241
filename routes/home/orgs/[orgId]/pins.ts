import { residenceList } from "@/components/projects/residence_list.tsx";
import { readResidences } from "@/lib/pages/projects/residences.ts";
import { residencePins } from "@/lib/text/projects/residence_pins.ts";
import { NEVER_KEPT } from "@/lib/web/front/headers.ts";
import { define } from "@/lib/web/state.ts";
import { listedRows } from "@/routes/(_components)/read_list.ts";

/** Pins of the map of residences as JSON, with the filters of the list: its island asks for them once the map is wanted. */
export const handler = define.handlers({
  async GET({ state, params, url }) {
    const { all, groups } = await readResidences(state.api, params.orgId ?? "");
    const { kept } = listedRows(url, all, residenceList(groups));
    return Response.json(residencePins(kept), { headers: { "cache-control": NEVER_KEPT } });
  },
});
