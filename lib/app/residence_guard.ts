/** Requires a role on the residence of a page, and remembers its organisation. @module */

import type { Context } from "fresh";
import { PAGE_HEADER } from "@/lib/ui/form_token_field.ts";
import {
  cookieOf,
  ORGANISATION_COOKIE,
  organisationCookie,
  withCookie,
} from "@/lib/web/cookies.ts";
import { isPage } from "@/lib/web/errors.ts";
import { signedIn } from "@/lib/web/session_guard.ts";
import { define, type State } from "@/lib/web/state.ts";
import { organisationPlace, projectPlace } from "./place.ts";

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

/** Middlewares of a residence's pages: require a signed-in user with a role on it; others get 404 (F §6). */
export const residenceMember = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    const { projectId = "" } = ctx.params;
    const { api } = ctx.state;
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
