/** Fetches the current page again, to refresh it. @module */

import { markOfDocument, PAGE_HEADER } from "./form_token_field.ts";

/** Statuses of a page that its user may not read any more, or whose subject was deleted. */
const CLOSED: readonly number[] = [403, 404];

/**
 * Fetches the current page again. Browser only.
 *
 * @returns "closed" when the user signed out, or cannot read it any more; null when it is refused for now, or when
 * another user signed in or another organisation was chosen meanwhile
 * @throws TypeError when the server cannot be reached
 */
export async function pageAgain(): Promise<Document | "closed" | null> {
  const response = await fetch(location.href, {
    headers: { accept: "text/html", [PAGE_HEADER]: markOfDocument(document) ?? "" },
  });
  const isClosed = response.redirected || CLOSED.includes(response.status);
  if (!response.ok && !isClosed) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const mark = markOfDocument(page);
  // The sign-in page has the mark of nobody.
  const isSignIn = response.redirected && mark === null;
  if (!isSignIn && mark !== markOfDocument(document)) return null;
  return isClosed ? "closed" : page;
}
