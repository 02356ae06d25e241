import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/state.ts";
import { pdfResponse } from "@/lib/web/files/download.ts";

/** The messages and contacts of today as a sheet to pin up. @spec display.poster */
export const handler = define.handlers({
  async GET({ state }) {
    const { project: { id: projectId } } = residenceOf(state);
    const { bytes, fileName } = answered(await state.api.call("getDisplayPoster", { projectId }));
    return pdfResponse(new Uint8Array(bytes), fileName, "inline");
  },
});
