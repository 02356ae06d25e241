/** Marks pages with their account and organisation, and checks the mark of sent forms. @module */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { newId } from "@/lib/base/secrets.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { MARK_LENGTH, NO_MARK, NO_RENDERING, START } from "@/lib/ui/form_token_field.ts";
import { isPage } from "./errors.ts";

/** One half for the account, one for the organisation. */
const HALF = MARK_LENGTH / 2;

const NO_HALF = NO_MARK.slice(HALF);

/** The hidden field of a form. Typed text cannot contain its quotes unescaped. */
const FIELD = new RegExp(
  `name="${START}([\\w-]{${MARK_LENGTH}})"(?: value="(${NO_RENDERING})")?`,
  "dg",
);

/**
 * The mark of a page. It protects users from their own other tabs, not from attackers: it is neither secret nor signed.
 *
 * @param orgId the organisation chosen last, for a page that writes into it; null when the URL names the organisation
 */
export function formToken(accountId: string, orgId: string | null): string {
  return half(`account ${accountId}`) + (orgId === null ? NO_HALF : orgHalf(orgId));
}

/** The mark of a user's pages whose URL names the organisation; undefined for anonymous users. */
export function markOf(caller: Caller): string | undefined {
  if (caller.kind === "account") return formToken(caller.accountId, null);
  return caller.kind === "provider" ? formToken(`provider ${caller.email}`, null) : undefined;
}

/** Why a form's mark does not fit the page's mark: another account or organisation; null when it fits. */
export function foreignMark(
  sent: string,
  own: string,
): "other-account" | "other-organisation" | null {
  if (sent.slice(0, HALF) !== own.slice(0, HALF)) return "other-account";
  const halves = [sent.slice(HALF), own.slice(HALF)];
  return halves.includes(NO_HALF) || sent === own ? null : "other-organisation";
}

export function isMarkOf(mark: string, orgId: string): boolean {
  return mark.slice(HALF) === orgHalf(orgId);
}

/**
 * The page with its mark, and a random name of this rendering, in each form.
 *
 * @param mark absent on anonymous pages
 */
export async function withMark(answer: Response, mark: string | undefined): Promise<Response> {
  if (!isPage(answer)) return answer;
  // The bytes of the answer themselves: its `body` would be a stream, and a copy.
  const bytes = await answer.bytes();
  if (bytes.length === 0) return new Response(null, answer);
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // One character per byte.
  const html = page.toString("latin1");
  const rendering = newId();
  for (const { 1: found, indices } of html.matchAll(FIELD)) {
    const [, markPlace, renderingPlace] = indices ?? [];
    if (markPlace && mark !== undefined && found === NO_MARK) page.write(mark, markPlace[0]);
    if (renderingPlace) page.write(rendering, renderingPlace[0]);
  }
  showRequiredNote(page, html);
  return new Response(bytes, answer);
}

const HIDDEN_NOTE = `class="required-note soft small" hidden`;
const MARKED_FIELD = /aria-required="true"|class="field-label field-required"/;

/**
 * Shows the note on required fields of a page that has one: the note precedes the fields, so that only the whole page
 * tells, and a page that showed it later would shift.
 *
 * @spec forms.required
 */
function showRequiredNote(page: Buffer, html: string): void {
  const noteEnd = html.indexOf(HIDDEN_NOTE) + HIDDEN_NOTE.length;
  const isHidden = noteEnd >= HIDDEN_NOTE.length;
  if (isHidden && MARKED_FIELD.test(html)) page.fill(" ", noteEnd - "hidden".length, noteEnd);
}

function orgHalf(orgId: string): string {
  return half(`organisation ${orgId}`);
}

function half(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, HALF);
}
