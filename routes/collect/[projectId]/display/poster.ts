import { DISPLAY_CALLS } from "@/lib/display/calls.ts";
import { pdfResponse } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** Today's messages and contacts as a sheet to print. @spec display.poster */
export const handler = define.handlers({
  async GET({ state, params: { projectId = "" } }) {
    const poster = await state.api.read(DISPLAY_CALLS.getDisplayPoster, { projectId });
    return pdfResponse(poster, "inline");
  },
});
