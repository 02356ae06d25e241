/**
 * The `Location` of a redirection.
 *
 * A path keeps one leading slash: browsers read `//host`, `/\host` and `/<tab>/host` as another
 * host, so a way back taken from a query cannot leave the site.
 */
export function redirectTarget(pathOrUrl: string): string {
  if (!pathOrUrl.startsWith("/")) return pathOrUrl;
  const rest = pathOrUrl.replaceAll(/[\t\r\n]/g, "");
  const cut = rest.search(/[?#]/);
  const path = cut === -1 ? rest : rest.slice(0, cut);
  return path.replaceAll(/[/\\]{2,}|\\/g, "/") + (cut === -1 ? "" : rest.slice(cut));
}
