import type { Context } from "fresh";
import { PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { isPage } from "@/lib/web/answered.ts";
import type { State } from "@/lib/web/state.ts";
import { cookieOf, withCookie } from "./cookies.ts";
import { ORGANISATION_COOKIE, organisationCookie } from "./place.ts";

/**
 * A page of a residence of another organisation: one works there from now on, since its menu leads there.
 *
 * A script that asks for the page again chooses nothing, nor does a file.
 */
export function rememberPlace({ req, state }: Context<State>, response: Response): Response {
  const { place, https } = state;
  if (req.method !== "GET" || req.headers.has(PAGE_HEADER) || !isPage(response)) return response;
  if (!place?.organisation || place.organisations.length < 2) return response;
  const { id } = place.organisation;
  if (cookieOf(req, ORGANISATION_COOKIE) === id) return response;
  return withCookie(response, organisationCookie(id, https));
}
