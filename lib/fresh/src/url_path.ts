/** A path as URLs write it: « é » is %C3%A9. */
export function urlPath(path: string): string {
  const url = new URL("http://localhost");
  url.pathname = path;
  return url.pathname;
}
