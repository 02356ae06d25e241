import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/state.ts";
import { zipDownload } from "@/lib/web/files/download.ts";

export const handler = define.handlers({
  async GET({ state }) {
    const { flow, fileName } = answered(await state.api.call("exportAccount", {}));
    return zipDownload(flow, fileName);
  },
});
