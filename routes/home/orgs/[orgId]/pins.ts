import { residenceList } from "@/components/portfolio/residence_list.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { NO_FIGURES } from "@/lib/portfolio/figures.ts";
import { readResidences, residencePins } from "@/lib/portfolio/residence_list.ts";
import { NEVER_KEPT } from "@/lib/web/headers.ts";
import { define } from "@/lib/web/state.ts";

/** Pins of the map of residences as JSON, with the filters of the list: its island asks for them once the map is wanted. */
export const handler = define.handlers({
  async GET({ state, params, url }) {
    const { all, groups } = await readResidences(state.api, params.orgId ?? "");
    const list = residenceList(groups, { energy: false, documents: false });
    const { filtered } = listedRows(url, all.map((one) => ({ ...one, ...NO_FIGURES })), list);
    return Response.json(residencePins(filtered), { headers: { "cache-control": NEVER_KEPT } });
  },
});
