import { administered, define } from "@/lib/web/state.ts";

/** Administrators of the organisation only (F §6). */
export default define.middleware(async (ctx) => {
  administered(ctx.state);
  return await ctx.next();
});
