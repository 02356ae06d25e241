import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { MARK_LENGTH, NO_MARK, NO_RENDERING, START } from "@/lib/domain/forms/page_mark.ts";

/** One half for the account, one for the organisation. */
const HALF = MARK_LENGTH / 2;

const NO_HALF = NO_MARK.slice(HALF);

/** Start of the mark's field. Typed text cannot contain its quotes unescaped. */
const FIELD = `name="${START}`;
const BLANK_MARK = Buffer.from(`${NO_MARK}"`);
const BLANK_RENDERING = Buffer.from(`" value="${NO_RENDERING}"`);
const TO_RENDERING = BLANK_RENDERING.indexOf(NO_RENDERING);

/**
 * The mark of a page. It protects users from their own other tabs, not from attackers: it is neither secret nor signed.
 *
 * @param orgId the organisation chosen last, for a page that writes into it; null when the URL names the organisation
 */
export function pageMark(accountId: string, orgId: string | null): string {
  return half(`account ${accountId}`) + (orgId === null ? NO_HALF : orgHalf(orgId));
}

/** The mark of a user's pages whose URL names the organisation; undefined for anonymous users. */
export function markOf(caller: Caller): string | undefined {
  if (caller.kind === "account") return pageMark(caller.accountId, null);
  return caller.kind === "provider" ? pageMark(`provider ${caller.email}`, null) : undefined;
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

/** The page with its mark. @param mark absent on anonymous pages */
export async function withMark(answer: Response, mark: string | undefined): Promise<Response> {
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!isPage) return answer;
  // The bytes of the answer themselves: its `body` would be a stream, and a copy.
  const bytes = await answer.bytes();
  if (bytes.length === 0) return new Response(null, answer);
  writeMark(bytes, mark);
  return new Response(bytes, answer);
}

/**
 * Writes the mark and a random name of the rendering into each form of a page.
 *
 * @param mark absent on anonymous pages
 */
export function writeMark(page: Uint8Array<ArrayBuffer>, mark: string | undefined): void {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.length);
  // Searched as a string: `Buffer.indexOf()` of Deno goes through the bytes in JavaScript, fifteen times slower.
  const text = bytes.toString("latin1");
  const rendering = newId();
  for (let at = text.indexOf(FIELD); at !== -1; at = text.indexOf(FIELD, at)) {
    at += FIELD.length;
    if (mark !== undefined && isAt(bytes, BLANK_MARK, at)) bytes.write(mark, at, "latin1");
    at += MARK_LENGTH;
    if (isAt(bytes, BLANK_RENDERING, at)) bytes.write(rendering, at + TO_RENDERING, "latin1");
  }
}

function isAt(bytes: Buffer, text: Buffer, at: number): boolean {
  return bytes.subarray(at, at + text.length).equals(text);
}

function orgHalf(orgId: string): string {
  return half(`organisation ${orgId}`);
}

function half(text: string): string {
  const known = HALVES.get(text);
  if (known !== undefined) return known;
  const hashed = createHash("sha256").update(text).digest("base64url").slice(0, HALF);
  HALVES.set(text, hashed);
  return hashed;
}

/** Halves of recent accounts and organisations, by the text that was hashed. */
const HALVES = new BoundedMap<string>(2_000);
