import { organisationPlace } from "@/lib/app/place.ts";
import { PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { cookieOf, ORGANISATION_COOKIE } from "@/lib/web/cookies.ts";
import { signedIn } from "@/lib/web/session_guard.ts";
import { define, platformAdministrator } from "@/lib/web/state.ts";

/** Allows only the platform administrator (domain §3). */
export const handler = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    platformAdministrator(ctx.state);
    const { api, title } = ctx.state;
    // Its pages are of the product, not of the organisation chosen last.
    if (typeof title === "string") ctx.state.title = [title, PRODUCT_NAME];
    ctx.state.place = await organisationPlace(api, cookieOf(ctx.req, ORGANISATION_COOKIE));
    return await ctx.next();
  }),
];
