/**
 * The last segment of an address, decoded whole: an e-mail address may hold signs that route parameters keep encoded.
 *
 * @param url of a request whose path is well formed
 */
export function lastSegment({ pathname }: URL): string {
  return decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1));
}
