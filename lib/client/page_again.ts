import { markOfDocument, PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";

/**
 * The page as the server makes it now. Runs in the browser only.
 *
 * @returns null when it is refused, or when its reader was signed out meanwhile or is another one
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
