import { DISPLAY_CALLS } from "@/lib/display/calls.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { pdfResponse } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** Today's messages and contacts as a sheet to print. @spec display.poster */
export const handler = define.handlers({
  async GET({ state }) {
    const { project: { id: projectId } } = residenceOf(state);
    const { bytes, fileName } = await state.api.read(DISPLAY_CALLS.getDisplayPoster, { projectId });
    return pdfResponse(new Uint8Array(bytes), fileName, "inline");
  },
});
