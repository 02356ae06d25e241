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

/** Start of the mark's field. Typed text cannot contain its quotes unescaped. */
const FIELD = Buffer.from(`name="${START}`);
const BLANK_MARK = Buffer.from(`${NO_MARK}"`);
const BLANK_RENDERING = Buffer.from(`" value="${NO_RENDERING}"`);
const TO_RENDERING = BLANK_RENDERING.indexOf(NO_RENDERING);
const DASH = NO_MARK.charCodeAt(0);
/** Four dashes: each placeholder contains such a word at a multiple of four bytes. */
const DASHES = 0x2d2d2d2d;

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

/** The page with its mark. @param mark absent on anonymous pages */
export async function withMark(answer: Response, mark: string | undefined): Promise<Response> {
  if (!isPage(answer)) return answer;
  // The bytes of the answer themselves: its `body` would be a stream, and a copy.
  const bytes = await answer.bytes();
  if (bytes.length === 0) return new Response(null, answer);
  writeMark(bytes, mark);
  showRequiredNote(bytes);
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
function showRequiredNote(page: Uint8Array<ArrayBuffer>): void {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.length);
  const html = bytes.toString("latin1");
  const noteEnd = html.indexOf(HIDDEN_NOTE) + HIDDEN_NOTE.length;
  const isHidden = noteEnd >= HIDDEN_NOTE.length;
  if (isHidden && MARKED_FIELD.test(html)) bytes.fill(" ", noteEnd - "hidden".length, noteEnd);
}

/**
 * Writes the mark and a random name of the rendering into each form of a page.
 *
 * @param mark absent on anonymous pages
 */
export function writeMark(page: Uint8Array<ArrayBuffer>, mark: string | undefined): void {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.length);
  const rendering = newId();
  for (const at of dashesIn(page)) {
    if (mark !== undefined && isField(bytes, at) && isAt(bytes, BLANK_MARK, at)) {
      bytes.write(mark, at, "latin1");
    }
    const markEnd = at - TO_RENDERING;
    if (isField(bytes, markEnd - MARK_LENGTH) && isAt(bytes, BLANK_RENDERING, markEnd)) {
      bytes.write(rendering, at, "latin1");
    }
  }
}

/**
 * Where dashes start that may be a placeholder. Found word by word, which is native: `Buffer.indexOf()` of Deno goes
 * through the bytes in JavaScript, and to search a page as a string is to copy it.
 */
function dashesIn(page: Uint8Array<ArrayBuffer>): number[] {
  const first = -page.byteOffset & 3;
  const wordCount = Math.max(0, page.length - first) >> 2;
  if (wordCount === 0) return [];
  const words = new Uint32Array(page.buffer, page.byteOffset + first, wordCount);
  const starts: number[] = [];
  let word = words.indexOf(DASHES);
  while (word !== -1) {
    const at = first + word * 4;
    let [start, end] = [at, at + 4];
    while (page[start - 1] === DASH) start--;
    while (page[end] === DASH) end++;
    starts.push(start);
    word = words.indexOf(DASHES, (end - first) >> 2);
  }
  return starts;
}

function isField(bytes: Buffer, markStart: number): boolean {
  return isAt(bytes, FIELD, markStart - FIELD.length);
}

function isAt(bytes: Buffer, text: Buffer, at: number): boolean {
  return at >= 0 && bytes.subarray(at, at + text.length).equals(text);
}

function orgHalf(orgId: string): string {
  return half(`organisation ${orgId}`);
}

function half(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, HALF);
}
