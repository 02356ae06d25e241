import { links } from "@/lib/links/links.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/forms/submit.ts";
import { signOut } from "@/lib/web/session/session.ts";
import { define } from "@/lib/web/state.ts";

/** Ends the session; accepts only forms of this site. */
export const handler = define.handlers({
  async POST(ctx) {
    await readFromAnyPage(ctx, []);
    return seeOther(ctx, links.login(ctx.state.config.loginPath), await signOut(ctx.state));
  },
});
