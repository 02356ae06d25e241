import { links } from "@/lib/links/links.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/forms/submit.ts";
import { endProviderSession } from "@/lib/web/session/provider_session.ts";
import { define } from "@/lib/web/state.ts";

/** Ends a provider's session; the mailed link remains valid. */
export const handler = define.handlers({
  async POST(ctx) {
    await readFromAnyPage(ctx, []);
    return seeOther(ctx, links.providerLogin({ new: "1" }), await endProviderSession(ctx.state));
  },
});
