import type { Context } from "fresh";
import { PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { isPage } from "@/lib/web/answered.ts";
import { asOf } from "@/lib/web/front/page_cache.ts";
import { define, type State } from "@/lib/web/state.ts";
import { cookieOf, withCookie } from "./cookies.ts";
import { signedIn } from "./guards.ts";
import {
  ORGANISATION_COOKIE,
  organisationCookie,
  organisationPlace,
  projectPlace,
} from "./place.ts";

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

/**
 * Makes the organisation of a residence's page the current one, since the menu leads to its pages.
 *
 * A refresh by a script or a file does not change it.
 */
function rememberPlace({ req, state }: Context<State>, response: Response): Response {
  const { place, https } = state;
  if (req.method !== "GET" || req.headers.has(PAGE_HEADER) || !isPage(response)) return response;
  if (!place?.organisation || place.organisations.length < 2) return response;
  const { id } = place.organisation;
  if (cookieOf(req, ORGANISATION_COOKIE) === id) return response;
  return withCookie(response, organisationCookie(id, https));
}
