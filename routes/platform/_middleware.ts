import { platformAdministrator } from "../../lib/web/administration.ts";
import { cookieOf } from "../../lib/web/cookies.ts";
import { define } from "../../lib/web/define.ts";
import { signedIn } from "../../lib/web/guards.ts";
import { ORGANISATION_COOKIE, organisationPlace } from "../../lib/web/place.ts";

/** Whoever looks after the platform, and nobody else (domain §3). */
export const handler = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    platformAdministrator(ctx.state);
    const { api } = ctx.state;
    ctx.state.place = await organisationPlace(api.call, cookieOf(ctx.req, ORGANISATION_COOKIE));
    return await ctx.next();
  }),
];
