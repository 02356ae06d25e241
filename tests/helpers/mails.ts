/**
 * Queued mails of a test: their words, the acts that send them, a mail that is given up.
 * @module
 */
import { type AnyLetter, hasAddress, LETTERS } from "@/lib/app/letters.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import type { DeclaredLetter, OpenedLetter } from "@/lib/mail/letters.ts";
import { type MailRow, mailRow, openedLetter } from "@/lib/mail/outbox.ts";
import { type MailText, mailText } from "@/lib/mail/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";
import { callAs, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { codeOfCall } from "@/tests/helpers/fixtures.ts";
import { strictEqual } from "node:assert/strict";

/** What the program gives to the sender of the outbox. */
export const OF_APP = { letters: LETTERS, hasAddress };

/** A letter as its area queues it. */
export function declared(letter: AnyLetter): DeclaredLetter {
  return { kind: letter.kind, text: JSON.stringify(letter) };
}

/** A letter as it is read from the outbox. */
export function opened(letter: AnyLetter): OpenedLetter<AnyLetter> {
  return LETTERS.open(letter.kind, letter);
}

export function mailTextOf(
  letter: AnyLetter,
  to: { readonly name: string; readonly link: string },
): MailText {
  return mailText(opened(letter).words(), to);
}

/** A queued mail, opened as the job that sends it opens it. */
export interface QueuedMail {
  to: string;
  name: string;
  letter: AnyLetter | null;
}

/** The letter of a row, opened as the job that sends it opens it. */
export async function letterOf(store: Store, row: MailRow): Promise<AnyLetter | null> {
  return (await openedLetter(store, row, LETTERS))?.letter ?? null;
}

/** Queued mails, oldest first. */
export async function queuedMails(store: Store): Promise<QueuedMail[]> {
  const entries = await listEntries(store, { prefix: keys.outbox.under() }, mailRow);
  return await Promise.all(entries.map(async ({ value }) => ({
    to: value.to,
    name: value.name,
    letter: await letterOf(store, value),
  })));
}

/** The code of the last mail that contains one; "" when none does. */
export async function mailedCode(store: Store): Promise<string> {
  const letters = (await queuedMails(store)).map(({ letter }) => letter);
  const last = letters.findLast((letter) => letter !== null && "code" in letter);
  return last && "code" in last ? last.code : "";
}

/** The token of the last mail that proves an address; "" when none does. */
export async function mailedProof(store: Store): Promise<string> {
  const letters = (await queuedMails(store)).map(({ letter }) => letter);
  const last = letters.findLast((letter) => letter?.kind === "email-proof");
  return last?.kind === "email-proof" ? last.token : "";
}

/** Opens the link that proves an address; returns the code of the answer. */
export function confirmAddress(built: TestPlatform, token: string): Promise<string> {
  return codeOfCall(callAs(built, ANONYMOUS)("confirmEmail", { body: { token } }));
}

/** Chooses a password with a mailed code; returns the code of the answer. */
export function choosePassword(
  built: TestPlatform,
  body: { readonly email: string; readonly code: string; readonly password: string },
): Promise<string> {
  return codeOfCall(callAs(built, ANONYMOUS)("resetPassword", { body }));
}

/** Asks for a code, and returns the mailed one. */
export async function askedCode(built: TestPlatform, email: string): Promise<string> {
  // Mails queued at one instant are unordered.
  built.clock.advance(1);
  const asked = callAs(built, ANONYMOUS)("askResetCode", { body: { email } });
  strictEqual(await codeOfCall(asked), "ok");
  return await mailedCode(built.store);
}

/** Id of the mail that {@link writeGivenUpMail} writes. */
export const GIVEN_UP = "ml1";

/** Writes a mail that was given up. */
export async function writeGivenUpMail({ store, clock }: TestPlatform, to: string): Promise<void> {
  const now = clock.now();
  const givenUp = {
    to,
    name: "",
    kind: "test",
    sealed: "",
    queuedAt: now,
    expiresAt: now,
    attempts: 3,
    nextAt: now,
    state: "failed",
    lastError: "550 no such user",
  };
  await store.atomic().set(keys.outboxFailed(GIVEN_UP), givenUp).commit();
}
