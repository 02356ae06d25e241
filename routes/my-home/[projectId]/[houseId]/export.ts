import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { zipDownload } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** Download of all data stored about the occupant. */
export const handler = define.handlers({
  async GET({ state, params: { projectId = "", houseId = "" } }) {
    state.home = null;
    return zipDownload(await state.api.read(HOUSING_CALLS.exportOwnData, { projectId, houseId }));
  },
});
