/**
 * The last path segment, fully decoded: an e-mail address may have characters that route parameters leave encoded.
 *
 * @param url of a request whose path is well formed
 */
export function lastSegment({ pathname }: URL): string {
  return decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1));
}
