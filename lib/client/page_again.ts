import { markOfDocument, PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";

/** Statuses of a page that its user may not read any more, or whose subject was deleted. */
const CLOSED: readonly number[] = [401, 403, 404];

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
  if (response.redirected || CLOSED.includes(response.status)) return "closed";
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return markOfDocument(page) === markOfDocument(document) ? page : null;
}
