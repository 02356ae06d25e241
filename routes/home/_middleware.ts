import { homesPath, ownPlace } from "@/lib/app/place.ts";
import { links } from "@/lib/ui/links.ts";
import { formToken } from "@/lib/web/form_token.ts";
import { signedIn } from "@/lib/web/session_guard.ts";
import { define, HttpError } from "@/lib/web/state.ts";

/** Requires a session; sets the last chosen organisation (F §9). Occupants have none, and no page here. */
export const handler = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    const homes = await ownPlace(ctx);
    const { caller, requestInfo, place } = ctx.state;
    // These pages write to the last chosen organisation: their forms contain its id.
    if (caller.kind === "account" && place?.organisation) {
      requestInfo.mark = formToken(caller.accountId, place.organisation.id);
    }
    if (homes === null) return await ctx.next();
    if (ctx.url.pathname === links.residences()) return ctx.redirect(homesPath(homes), 303);
    throw new HttpError(404, "not-found");
  }),
];
