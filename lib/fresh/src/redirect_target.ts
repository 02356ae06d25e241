/**
 * The `Location` of a redirection: a path keeps one slash where it has several.
 *
 * No more than Fresh does: a way back taken from a query may still be `/\host`, which browsers read as
 * another site. Who redirects to what was sent checks it first.
 */
export function redirectTarget(pathOrUrl: string): string {
  if (!pathOrUrl.startsWith("/")) return pathOrUrl;
  const end = pathOrUrl.search(/[?#]/);
  const path = end === -1 ? pathOrUrl : pathOrUrl.slice(0, end);
  return path.replaceAll(/\/{2,}/g, "/") + pathOrUrl.slice(path.length);
}
