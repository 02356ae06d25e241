import { platformAdministrator } from "@/lib/pages/organisations/administration.ts";
import { define } from "@/lib/web/state.ts";
import { cookieOf } from "@/lib/web/session/cookies.ts";
import { signedIn } from "@/lib/web/session/guards.ts";
import { ORGANISATION_COOKIE, organisationPlace } from "@/lib/web/session/place.ts";

/** Allows only the platform administrator (domain §3). */
export const handler = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    platformAdministrator(ctx.state);
    const { api } = ctx.state;
    ctx.state.place = await organisationPlace(api, cookieOf(ctx.req, ORGANISATION_COOKIE));
    return await ctx.next();
  }),
];
