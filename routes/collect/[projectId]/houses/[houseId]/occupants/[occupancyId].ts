import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { houseWriter } from "@/lib/housing/pages.ts";
import { zipDownload } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** Download of all data stored about a current or former occupant of the dwelling. */
export const handler = define.handlers({
  async GET({ state, params }) {
    const { project } = houseWriter(state);
    const { houseId = "", occupancyId = "" } = params;
    const at = { projectId: project.id, houseId, occupancyId };
    return zipDownload(await state.api.read(HOUSING_CALLS.exportOccupant, at));
  },
});
