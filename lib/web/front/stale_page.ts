import { keptText, STORE_NOTE } from "@/lib/text/freshness.ts";
import { bytesOf, type CachedPage } from "./cached_page.ts";
import { HSTS, NEVER_KEPT } from "./headers.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Start of the content of every page of a residence. */
const CONTENT = '<div class="content">';

/** Instants of a page's rendering and of the current request. */
interface Times {
  readonly keptAt: string;
  readonly now: string;
}

/** A cached page with a notice of its age, for when the store does not answer; not cached by the browser. */
export function stalePage(
  page: CachedPage,
  times: Times,
  { requestId, https }: Pick<RequestFacts, "requestId" | "https">,
): Response {
  const headers = new Headers(page.headers);
  headers.delete("etag");
  headers.set("cache-control", NEVER_KEPT);
  headers.set("x-request-id", requestId);
  if (https) headers.set("strict-transport-security", HSTS);
  return new Response(withAge(page, times), { headers });
}

function withAge(page: CachedPage, { keptAt, now }: Times): string {
  const html = new TextDecoder().decode(bytesOf(page, null));
  const notice =
    `<div class="notice notice-bad"><div><strong>${keptText({ keptAt, now })}</strong>` +
    `<p>${STORE_NOTE}</p></div></div>`;
  // A function, since "$" is special in a replacement string.
  return html.replace(CONTENT, () => CONTENT + notice);
}
