import { openApiDocument } from "../contract/openapi.ts";

/** Version of the calls: their paths and answers do not change under one number. */
const API_VERSION = "1.0.0";

let written: Uint8Array<ArrayBuffer> | null = null;

/** The OpenAPI document of the catalogue, written once. */
export function apiDocument(): Response {
  written ??= new TextEncoder().encode(JSON.stringify(openApiDocument(API_VERSION)));
  return new Response(written, {
    headers: { "content-type": "application/json", etag: `W/"${API_VERSION}-${written.length}"` },
  });
}
