import { type AnyLetter, LETTERS } from "@/lib/app/letters.ts";
import { type MailRow, mailRow, openedLetter } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";

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
