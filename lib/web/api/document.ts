import type { Platform } from "@/lib/backend/choose.ts";
import { openApiDocument } from "@/lib/contract/http/openapi.ts";
import type { ServedFacts } from "@/lib/contract/statuses.ts";

/** Version of the calls: their paths and answers do not change under one number. */
const API_VERSION = "1.0.0";

const written = new WeakMap<Platform, Uint8Array<ArrayBuffer>>();

export function apiDocument(platform: Platform): Response {
  const bytes = written.getOrInsertComputed(platform, () => {
    const document = openApiDocument(API_VERSION, servedFacts(platform));
    return new TextEncoder().encode(JSON.stringify(document));
  });
  return new Response(bytes, {
    headers: { "content-type": "application/json", etag: `W/"${API_VERSION}-${bytes.length}"` },
  });
}

/** Facts of this instance for its API document, such as whether another host answers. */
export function servedFacts({ options }: Platform): ServedFacts {
  return { isRelayed: options.upstream !== null };
}
