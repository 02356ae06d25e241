import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { MARK_LENGTH, markField, NO_MARK } from "../domain/forms/page_mark.ts";

/** Half says the account, half the organisation. */
const HALF = MARK_LENGTH / 2;

const NO_HALF = NO_MARK.slice(HALF);

/** How a mark that is not written yet stands in a page: no text of a person may hold these quotes. */
const UNWRITTEN = Buffer.from(`name="${markField(NO_MARK)}"`);
const OFFSET = UNWRITTEN.length - MARK_LENGTH - 1;

/**
 * The mark of a page. It keeps people from their own tabs, not from an attacker: it is no secret and no signature.
 *
 * @param orgId the organisation it writes into, where that is the one chosen last; null where its address says it
 */
export function pageMark(accountId: string, orgId: string | null): string {
  return half(`account ${accountId}`) + (orgId === null ? NO_HALF : orgHalf(orgId));
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

/** Whether a mark is of a page of this organisation. */
export function isMarkOf(mark: string, orgId: string): boolean {
  return mark.slice(HALF) === orgHalf(orgId);
}

/** A page with its mark written into each of its forms. */
export async function withMark(answer: Response, mark: string | undefined): Promise<Response> {
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (mark === undefined || !isPage || answer.body === null) return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  for (let at = bytes.indexOf(UNWRITTEN); at !== -1; at = bytes.indexOf(UNWRITTEN, at)) {
    bytes.write(mark, at + OFFSET, "latin1");
  }
  return new Response(bytes, answer);
}

function orgHalf(orgId: string): string {
  return half(`organisation ${orgId}`);
}

function half(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, HALF);
}
