import { cookieOf } from "../../lib/web/cookies.ts";
import { define } from "../../lib/web/define.ts";
import { signedIn } from "../../lib/web/guards.ts";
import { ORGANISATION_COOKIE, organisationPlace } from "../../lib/web/place.ts";

/** Signed in, and in the organisation chosen last (F §9). */
export default [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    const { api } = ctx.state;
    ctx.state.place = await organisationPlace(api.call, cookieOf(ctx.req, ORGANISATION_COOKIE));
    return await ctx.next();
  }),
];
