/**
 * Inlines the stylesheet into the first page of a visit: one round trip instead of two on a slow link (decision 048).
 * The browser then fetches the stylesheet for later pages.
 *
 * @module
 */

export const STYLESHEET = "/styles.css";

const FROM_ELSEWHERE = new Set(["none", "same-site", "cross-site"]);

/** True for a page opened from a typed URL, a bookmark, a mail or another site, as far as the browser reports it. */
export function isFirstPage({ headers }: Request): boolean {
  return headers.get("sec-fetch-dest") === "document" &&
    FROM_ELSEWHERE.has(headers.get("sec-fetch-site") ?? "");
}

type Ask = (request: Request) => Promise<Response>;

/** The text of the stylesheet, requested from the app once. */
export class Stylesheet {
  #text: string | null = null;

  /** @returns null when the app has no stylesheet (it was not built) or fails now: the page then links it */
  async text(ask: Ask, origin: string): Promise<string | null> {
    return this.#text ??= await asked(ask, new URL(STYLESHEET, origin));
  }
}

async function asked(ask: Ask, url: URL): Promise<string | null> {
  const answer = await ask(new Request(url));
  if (answer.ok) return await answer.text();
  await answer.body?.cancel();
  return null;
}
