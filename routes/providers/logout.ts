import { endProviderSession } from "@/lib/documents/portal_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/form_submission.ts";
import { define } from "@/lib/web/state.ts";

/** Ends a provider's session; the mailed link remains valid. */
export const handler = define.handlers({
  async POST(ctx) {
    await readFromAnyPage(ctx, []);
    return seeOther(ctx, links.providerLogin({ new: "1" }), await endProviderSession(ctx.state));
  },
});
