import { KEY_PARAMETER } from "../asset_key.ts";
import type { Context } from "../context.ts";
import { type Encoding, ENCODINGS, snapshotOf, type StaticFile } from "../snapshot/snapshot.ts";
import type { Middleware } from "../types.ts";
import { urlPath } from "../url_path.ts";

const FOREVER = "public, max-age=31536000, immutable";

/** Serves the static folder and the islands' chunks, compressed beforehand when the browser can. */
export function staticFiles<State>(): Middleware<State> {
  return (ctx) => {
    const { method } = ctx.req;
    const snapshot = snapshotOf(ctx.config);
    if (snapshot === null || (method !== "GET" && method !== "HEAD")) return ctx.next();
    const file = snapshot.files.get(filePath(ctx));
    if (file === undefined) return ctx.next();
    const keyed = ctx.url.searchParams.get(KEY_PARAMETER) === snapshot.assetKey;
    return fileResponse(ctx.req, file, file.immutable || keyed ? FOREVER : "no-cache");
  };
}

/** The path under the app's, in the spelling that files have here. */
function filePath<State>({ url, config: { basePath } }: Context<State>): string {
  const { pathname } = url;
  const path = pathname.includes("%") ? urlPath(decodeURIComponent(pathname)) : pathname;
  if (basePath === "") return path;
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
}

async function fileResponse(req: Request, file: StaticFile, caching: string): Promise<Response> {
  const etag = `W/"${file.hash}"`;
  const headers = new Headers({ "content-type": file.type, "cache-control": caching, etag });
  if (file.encodings.length > 0) headers.set("vary", "Accept-Encoding");
  if (isKnown(req.headers.get("if-none-match"), etag)) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  const encoding = acceptedEncoding(req.headers.get("accept-encoding"), file.encodings);
  if (encoding !== null) headers.set("content-encoding", encoding);
  if (req.method === "HEAD") return new Response(null, { headers });
  return new Response(await file.read(encoding), { headers });
}

function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const weak = etag.slice("W/".length);
  return ifNoneMatch.split(",").some((known) => {
    const tag = known.trim();
    return tag === "*" || tag === etag || tag === weak;
  });
}

function acceptedEncoding(accepted: string | null, offered: Encoding[]): Encoding | null {
  if (accepted === null) return null;
  const wanted = new Map(
    accepted.toLowerCase().split(",").map((part) => {
      const [name = "", quality = "q=1"] = part.split(";").map((piece) => piece.trim());
      return [name, Number(quality.replace("q=", ""))];
    }),
  );
  const best = ENCODINGS.find((encoding) =>
    offered.includes(encoding) && (wanted.get(encoding) ?? wanted.get("*") ?? 0) > 0
  );
  return best ?? null;
}
