import { define } from "@/lib/web/state.ts";
import { zipDownload } from "@/lib/web/files/download.ts";

/** All that is stored about a user who asks as an occupant, to save. */
export const handler = define.handlers({
  async GET({ state, params }) {
    state.home = null;
    const { projectId = "", houseId = "" } = params;
    const { bytes, fileName } = await state.api.read("exportOwnData", { projectId, houseId });
    return zipDownload(new Uint8Array(bytes), fileName);
  },
});
