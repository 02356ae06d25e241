/**
 * A form sent after its session ended is stored for the account of its page: once that user has signed in again in the same
 * browser, its page shows the typed values, not saved yet.
 *
 * @module
 */
import { gunzipSync, gzipSync } from "node:zlib";
import type { Context } from "fresh";
import { type RefusedPage, RefusedPages } from "@/lib/backend/accounts/refused_pages.ts";
import { newSecret } from "@/lib/backend/accounts/secrets.ts";
import { isFromThisSite } from "@/lib/backend/http.ts";
import { isPasswordField } from "@/lib/domain/accounts/password_fields.ts";
import { markAmong } from "@/lib/domain/forms/page_mark.ts";
import { peekedForm } from "@/lib/web/forms/submit.ts";
import { foreignMark, pageMark } from "@/lib/web/front/page_mark.ts";
import type { State } from "@/lib/web/state.ts";
import { visitCookie, visitOf } from "./cookies.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** A stored form: its id, and the cookie of its browser. */
export interface PendingForm {
  readonly id: string;
  readonly cookie: string;
}

/** Keeps the form of a request; null when it is none, has a file, says no account, or is too large: then it is lost. */
export async function keepForm({ req, url, state }: Context<State>): Promise<PendingForm | null> {
  if (req.method !== "POST" || !isFromThisSite(req, url)) return null;
  const form = await peekedForm(req);
  if (form === null || markAmong(form.keys()) === null) return null;
  const pairs: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") {
      if (!isPasswordField(name)) pairs.push([name, value]);
    } else if (value.size > 0) return null;
  }
  const holder = visitOf(req, state.https) ?? newSecret();
  const { store, now } = state.platform.options;
  const id = await new RefusedPages(store, now).keep(holder, url.pathname, keptAs(pairs));
  return id === null ? null : { id, cookie: visitCookie(holder, state.https) };
}

function keptAs(pairs: [string, string][]): RefusedPage {
  const body = new TextEncoder().encode(String(new URLSearchParams(pairs)));
  return {
    status: 401,
    headers: [["content-type", FORM_TYPE]],
    bytes: new Uint8Array(gzipSync(body)),
  };
}

/** Whether a stored entry is a form to be sent, rather than a page to be shown. */
export function isPendingForm({ headers }: RefusedPage): boolean {
  return new Headers(headers).get("content-type") === FORM_TYPE;
}

/** The request that would send a stored form again; null for another account than that of its page. */
export function formAgain(
  kept: RefusedPage,
  accountId: string,
  { request, url }: { request: Request; url: URL },
): Request | null {
  const body = new TextDecoder().decode(gunzipSync(kept.bytes));
  const mark = markAmong(new URLSearchParams(body).keys());
  if (mark === null || foreignMark(mark, pageMark(accountId, null)) !== null) return null;
  const headers = new Headers(request.headers);
  headers.set("content-type", FORM_TYPE);
  headers.set("sec-fetch-site", "same-origin");
  headers.set("origin", url.origin);
  return new Request(url, { method: "POST", headers, body });
}
