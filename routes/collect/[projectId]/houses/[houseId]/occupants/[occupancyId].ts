import { houseWriter } from "@/lib/pages/housing/houses_page.ts";
import { define } from "@/lib/web/state.ts";
import { zipDownload } from "@/lib/web/files/download.ts";

/** All that is stored about a user who lives, or has lived, in the dwelling, to save. */
export const handler = define.handlers({
  async GET({ state, params }) {
    const { project } = houseWriter(state);
    const { houseId = "", occupancyId = "" } = params;
    const at = { projectId: project.id, houseId, occupancyId };
    const { bytes, fileName } = await state.api.read("exportOccupant", at);
    return zipDownload(new Uint8Array(bytes), fileName);
  },
});
