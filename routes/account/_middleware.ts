import { ownPlace } from "@/lib/app/place.ts";
import { signedIn } from "@/lib/web/session_guard.ts";
import { define } from "@/lib/web/state.ts";

/** Requires a session; the account page is the same for occupants, without a menu. */
export const handler = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    await ownPlace(ctx);
    return await ctx.next();
  }),
];
