import { SELF_CONSUMPTION_CALLS } from "@/lib/self_consumption/calls.ts";
import { onlyOperationManagers } from "@/lib/self_consumption/pages.ts";
import { zipDownload } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

/** Download of all data stored about a consumer of the operation. */
export const handler = define.handlers({
  async GET({ state, params: { projectId = "", consumerId = "" } }) {
    onlyOperationManagers(state);
    const at = { projectId, consumerId };
    return zipDownload(await state.api.read(SELF_CONSUMPTION_CALLS.exportConsumer, at));
  },
});
