import { landing } from "@/lib/app/place.ts";
import { define } from "@/lib/web/state.ts";

/** Redirects to the user's dwelling or to the last organisation's residences; the guard handles anonymous users. */
export const handler = define.handlers({
  GET: async (ctx) => ctx.redirect(await landing(ctx.state), 303),
});
