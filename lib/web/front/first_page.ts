/**
 * The first page of a browser contains its stylesheet and its scripts: fewer round trips on a slow link (decision 068).
 * The browser then fetches them for later pages.
 *
 * @module
 */

import { asset } from "fresh/runtime";
import { links } from "@/lib/links/links.ts";
import { isPage } from "@/lib/web/answered.ts";
import { A_YEAR_S, ASSETS_COOKIE, withCookie } from "@/lib/web/session/cookies.ts";
import { BODILESS } from "./compression.ts";
import type { RequestFacts } from "./request_facts.ts";
import { StyleRules } from "./used_rules.ts";

export const STYLESHEET = "/styles.css";

const FROM_ELSEWHERE = new Set(["none", "same-site", "cross-site"]);

/**
 * True for a page opened from a typed URL, a bookmark, a mail or another site, as far as the browser reports it, unless
 * it has received a first page of this build.
 */
export function isFirstPage(request: Request): boolean {
  const { headers } = request;
  return headers.get("sec-fetch-dest") === "document" &&
    FROM_ELSEWHERE.has(headers.get("sec-fetch-site") ?? "") &&
    [true, false].every((https) => ASSETS_COOKIE.in(request, https) !== buildKey());
}

/** Whether a page contains its scripts, and fetches them for the next one. The portal of providers has none. */
export function containsScripts(request: Request): boolean {
  return isFirstPage(request) &&
    !new URL(request.url).pathname.startsWith(links.providerDocuments());
}

/** Whether an answer is a first page, with its stylesheet and its scripts. */
export function containsAssets(answer: Response, { sheet }: RequestFacts): boolean {
  return sheet !== undefined && isPage(answer);
}

/** Adds the cookie of a browser that has received a first page. */
export function withAssetsCookie(page: Response, https: boolean): Response {
  return withCookie(page, ASSETS_COOKIE.set(https, buildKey(), A_YEAR_S));
}

/** Key of the static files of this build; "none" before one is served. */
function buildKey(): string {
  return new URLSearchParams(asset(STYLESHEET).split("?")[1]).values().next().value ?? "none";
}

type Ask = (request: Request) => Promise<Response>;

/** The stylesheet, requested from the app once. */
export class Stylesheet {
  #rules: StyleRules | null = null;

  /** @returns null when the app has no stylesheet (it was not built) or fails now: the page then links it */
  async rules(ask: Ask, origin: string): Promise<StyleRules | null> {
    if (this.#rules === null) {
      const text = await asked(ask, new URL(STYLESHEET, origin));
      this.#rules = text === null ? null : new StyleRules(text);
    }
    return this.#rules;
  }
}

/** The script of a page that loads those of its islands, as Fresh itself writes it. */
const LOADED_SCRIPTS = /<script type="module"[^>]*>import\b/;

/**
 * A page whose inline stylesheet has only the rules that it can use. Unchanged without that stylesheet, or when it loads
 * its scripts: the names in them are not known here.
 */
export async function withUsedRules(answer: Response, rules: StyleRules): Promise<Response> {
  if (!isPage(answer) || BODILESS.has(answer.status)) return answer;
  const text = await answer.text();
  const start = text.indexOf(rules.text);
  if (start < 0 || LOADED_SCRIPTS.test(text)) return new Response(text, answer);
  const [before, after] = [text.slice(0, start), text.slice(start + rules.text.length)];
  return new Response(before + rules.usedIn(before + after) + after, answer);
}

async function asked(ask: Ask, url: URL): Promise<string | null> {
  const answer = await ask(new Request(url));
  if (answer.ok) return await answer.text();
  await answer.body?.cancel();
  return null;
}
