import type { Context } from "fresh";
import { PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { isPage } from "@/lib/web/answered.ts";
import type { State } from "@/lib/web/state.ts";
import { cookieOf, withCookie } from "./cookies.ts";
import { ORGANISATION_COOKIE, organisationCookie } from "./place.ts";

/**
 * Makes the organisation of a residence's page the current one, since the menu leads to its pages.
 *
 * A refresh by a script or a file does not change it.
 */
export function rememberPlace({ req, state }: Context<State>, response: Response): Response {
  const { place, https } = state;
  if (req.method !== "GET" || req.headers.has(PAGE_HEADER) || !isPage(response)) return response;
  if (!place?.organisation || place.organisations.length < 2) return response;
  const { id } = place.organisation;
  if (cookieOf(req, ORGANISATION_COOKIE) === id) return response;
  return withCookie(response, organisationCookie(id, https));
}
