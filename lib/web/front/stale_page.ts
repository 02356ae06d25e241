import { keptText, STORE_NOTE } from "@/lib/text/freshness.ts";
import { HSTS, NEVER_KEPT } from "./headers.ts";
import { bytesOf, type CachedPage } from "./cached_page.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Where the content of every page about a residence begins. */
const CONTENT = '<div class="content">';

/** When a page was made, and when it is requested again: instants. */
interface Times {
  readonly keptAt: string;
  readonly now: string;
}

/** A cached page with its age in its head, for when the store does not answer; not cached by its reader. */
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
  // A function, since "$" means something in a replacement text.
  return html.replace(CONTENT, () => CONTENT + notice);
}
