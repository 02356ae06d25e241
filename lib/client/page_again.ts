import { markOfDocument, PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";

/**
 * Fetches the current page again. Browser only.
 *
 * @returns null when refused, or when the user signed out or changed meanwhile
 * @throws TypeError when the server cannot be reached
 */
export async function pageAgain(): Promise<Document | null> {
  const response = await fetch(location.href, {
    headers: { accept: "text/html", [PAGE_HEADER]: markOfDocument(document) ?? "" },
  });
  if (!response.ok || response.redirected) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return markOfDocument(page) === markOfDocument(document) ? page : null;
}
