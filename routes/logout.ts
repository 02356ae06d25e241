import { links } from "@/lib/links/links.ts";
import { define } from "@/lib/web/state.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/forms/submit.ts";
import { signOut } from "@/lib/web/session/session.ts";

/** Ends the session; only a form of this site may ask. */
export const handler = define.handlers({
  async POST(ctx) {
    await readFromAnyPage(ctx, []);
    return seeOther(ctx, links.login(ctx.state.config.loginPath), await signOut(ctx.state));
  },
});
