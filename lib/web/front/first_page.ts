/**
 * The first page of a visit holds its stylesheet: on a slow link, one wait instead of two (decision 048). Its
 * browser then fetches the sheet for the pages to come.
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

/** The stylesheet's text, asked of the app itself until it has been given. */
export class Stylesheet {
  #text: string | null = null;

  /** @returns null when the app has none (it was not built), or cannot tell now: the page then names it */
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
