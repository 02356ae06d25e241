/**
 * The page as the server makes it now. Runs in the browser only.
 *
 * @returns null when it is refused, or when its reader was signed out meanwhile
 * @throws TypeError when the server cannot be reached
 */
export async function pageAgain(): Promise<Document | null> {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!response.ok || response.redirected) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
