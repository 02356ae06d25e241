import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { MARK_LENGTH, NO_MARK, NO_RENDERING, START } from "@/lib/domain/forms/page_mark.ts";

/** Half says the account, half the organisation. */
const HALF = MARK_LENGTH / 2;

const NO_HALF = NO_MARK.slice(HALF);

/** How the field of a form begins: no text of a person may hold this quote. */
const FIELD = Buffer.from(`name="${START}`);
const BLANK_MARK = Buffer.from(`${NO_MARK}"`);
const BLANK_RENDERING = Buffer.from(`" value="${NO_RENDERING}"`);
const TO_RENDERING = BLANK_RENDERING.indexOf(NO_RENDERING);

/**
 * The mark of a page. It keeps people from their own tabs, not from an attacker: it is no secret and no signature.
 *
 * @param orgId the organisation it writes into, where that is the one chosen last; null where its address says it
 */
export function pageMark(accountId: string, orgId: string | null): string {
  return half(`account ${accountId}`) + (orgId === null ? NO_HALF : orgHalf(orgId));
}

/** The mark of the pages of a user whose organisation their address says; undefined for a visitor. */
export function markOf(caller: Caller): string | undefined {
  if (caller.kind === "account") return pageMark(caller.accountId, null);
  return caller.kind === "provider" ? pageMark(`provider ${caller.email}`, null) : undefined;
}

/** What is wrong with a form of this mark, sent to a page of that mark; null when nothing is. */
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
 * A page with its mark, and a name of this rendering, written into each of its forms.
 *
 * @param mark absent on anonymous pages
 */
export async function withMark(answer: Response, mark: string | undefined): Promise<Response> {
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!isPage || answer.body === null) return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const rendering = newId();
  for (let at = bytes.indexOf(FIELD); at !== -1; at = bytes.indexOf(FIELD, at)) {
    at += FIELD.length;
    if (mark !== undefined && isAt(bytes, BLANK_MARK, at)) bytes.write(mark, at, "latin1");
    at += MARK_LENGTH;
    if (isAt(bytes, BLANK_RENDERING, at)) bytes.write(rendering, at + TO_RENDERING, "latin1");
  }
  return new Response(bytes, answer);
}

function isAt(bytes: Buffer, text: Buffer, at: number): boolean {
  return bytes.subarray(at, at + text.length).equals(text);
}

function orgHalf(orgId: string): string {
  return half(`organisation ${orgId}`);
}

function half(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, HALF);
}
