import { define } from "@/lib/web/state.ts";
import { asOf } from "@/lib/web/front/page_cache.ts";
import { cookieOf } from "./cookies.ts";
import { signedIn } from "./guards.ts";
import { ORGANISATION_COOKIE, organisationPlace, projectPlace } from "./place.ts";
import { rememberPlace } from "./remembered_place.ts";

/** Middlewares of a residence's pages: require a signed-in user with a role on it; others get 404 (F §6). */
export const residenceMember = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    const { projectId = "" } = ctx.params;
    const { api } = ctx.state;
    ctx.state.asOf = await asOf(ctx.state, projectId);
    try {
      ctx.state.place = await projectPlace(api, projectId);
    } catch (error) {
      const place = await organisationPlace(api, cookieOf(ctx.req, ORGANISATION_COOKIE));
      if (place.organisation !== null) ctx.state.place = place;
      throw error;
    }
    return rememberPlace(ctx, await ctx.next());
  }),
];
