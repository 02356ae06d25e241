import { define } from "@/lib/web/state.ts";
import { landing } from "@/lib/web/session/landing.ts";

/** To one's dwelling or to the residences of the last organisation; the guard asks who is not signed in. */
export const handler = define.handlers({
  GET: async (ctx) => ctx.redirect(await landing(ctx.state), 303),
});
