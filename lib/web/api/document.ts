import type { Platform } from "@/lib/backend/choose.ts";
import { writtenAnswer } from "@/lib/backend/http.ts";
import { openApiDocument } from "@/lib/contract/http/openapi.ts";
import type { ServedFacts } from "@/lib/contract/statuses.ts";

/** Version of the calls: their paths and answers do not change under one number. */
export const API_VERSION = "1.0.0";

const documents = new WeakMap<Platform, ReturnType<typeof openApiDocument>>();

export function apiDocument(platform: Platform): Response {
  const document = documents.getOrInsertComputed(
    platform,
    () => openApiDocument(API_VERSION, servedFacts(platform)),
  );
  const { bytes, etag } = writtenAnswer(document);
  return new Response(bytes, { headers: { "content-type": "application/json", etag } });
}

/** Facts of this instance for its API document, such as whether another host answers. */
export function servedFacts({ options }: Platform): ServedFacts {
  return { isRelayed: options.upstream !== null };
}
