import type { ResolvedConfig } from "../types.ts";

/** The requested URL, as in the visitor's browser when a proxy in front is trusted. */
export function requestUrl(req: Request, { trustProxy }: ResolvedConfig): URL {
  const url = new URL(req.url);
  if (!trustProxy) return url;
  const protocol = forwarded(req, "x-forwarded-proto");
  if (protocol === "http" || protocol === "https") url.protocol = `${protocol}:`;
  const host = forwarded(req, "x-forwarded-host");
  if (host !== null && /^[\w.:[\]-]+$/.test(host)) url.host = host;
  return url;
}

function forwarded(req: Request, name: string): string | null {
  return req.headers.get(name)?.split(",", 1)[0]?.trim() ?? null;
}
