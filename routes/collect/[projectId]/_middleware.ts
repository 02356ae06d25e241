import { define } from "../../../lib/web/define.ts";
import { signedIn } from "../../../lib/web/guards.ts";
import { asOf } from "../../../lib/web/page_cache.ts";
import { projectPlace } from "../../../lib/web/place.ts";

/** Signed in, on a residence one has a role on: a hidden one is not found (F §6). */
export default [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    const { projectId = "" } = ctx.params;
    ctx.state.asOf = await asOf(ctx.state, projectId);
    ctx.state.place = await projectPlace(ctx.state.api.call, projectId);
    return await ctx.next();
  }),
];
