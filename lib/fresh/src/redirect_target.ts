/**
 * The `Location` of a redirection: repeated slashes of a path become one.
 *
 * No more than Fresh does: a way back taken from a query may still be `/\host`, which browsers read as
 * another site. Callers that redirect to user input check it first.
 */
export function redirectTarget(pathOrUrl: string): string {
  if (!pathOrUrl.startsWith("/")) return pathOrUrl;
  const end = pathOrUrl.search(/[?#]/);
  const path = end === -1 ? pathOrUrl : pathOrUrl.slice(0, end);
  return path.replaceAll(/\/{2,}/g, "/") + pathOrUrl.slice(path.length);
}
