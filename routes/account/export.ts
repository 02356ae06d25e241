import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { zipDownload } from "@/lib/web/downloads.ts";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state }) {
    return zipDownload(await state.api.read(ACCOUNTS_CALLS.exportAccount, {}));
  },
});
