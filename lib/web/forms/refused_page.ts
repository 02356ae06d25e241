/** Pages that answer a form, as they are stored. @module */
import { gunzipSync } from "node:zlib";
import type { RefusedPage } from "@/lib/backend/accounts/refused_pages.ts";
import { bytesOf, cachedPage } from "@/lib/web/front/cached_page.ts";
import { acceptedEncoding } from "@/lib/web/front/compression.ts";
import { HSTS, nonceOf } from "@/lib/web/front/headers.ts";
import type { RequestFacts } from "@/lib/web/front/request_facts.ts";
import { tellWait } from "@/lib/web/front/request_limit.ts";

/**
 * The page that answers a form, as it is stored.
 *
 * @param policy writes the content security policy with these additional sources
 */
export function refusedPage(
  html: string,
  { status, headers }: Response,
  policy: (sources: readonly string[]) => string,
): RefusedPage {
  const page = cachedPage(html, nonceOf(headers.get("content-security-policy")), policy);
  const own = new Headers(page.headers.filter(([name]) => name !== "etag"));
  const referrer = headers.get("referrer-policy");
  if (referrer !== null) own.set("referrer-policy", referrer);
  return { status, headers: [...own], bytes: bytesOf(page, "gzip") };
}

/** A stored page as an answer to its reader. */
export function answerWith(page: RefusedPage, request: Request, facts: RequestFacts): Response {
  const headers = new Headers(page.headers);
  headers.set("x-request-id", facts.requestId);
  if (facts.https) headers.set("strict-transport-security", HSTS);
  const encoding = acceptedEncoding(request.headers.get("accept-encoding"));
  if (encoding !== null) headers.set("content-encoding", encoding);
  const bytes = encoding === null ? new Uint8Array(gunzipSync(page.bytes)) : page.bytes;
  const answer = new Response(bytes, { status: page.status, headers });
  tellWait(answer, request, facts.wait);
  return answer;
}
