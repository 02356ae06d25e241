import { define } from "@/lib/web/state.ts";

/** The pages of an operator's link look like those of a provider: whoever holds the link needs no account. */
export default define.middleware(async (ctx) => {
  ctx.state.portal = true;
  return await ctx.next();
});
