import { keys } from "@/lib/backend/kv/keys.ts";
import { type Key, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import { emailKey } from "@/lib/domain/forms/email.ts";
import type { Letter, LetterKind } from "@/lib/text/mails.ts";
import { type MailRow, mailRow, openedLetter } from "./outbox.ts";

/** Mails to the owner of an account; those of documents, alarms and reports go to addresses entered by others. */
const TO_AN_ACCOUNT: ReadonlySet<LetterKind> = new Set<LetterKind>([
  "reset-code",
  "invitation",
  "welcome",
  "home-invitation",
  "home-welcome",
  "password-changed",
  "email-proof",
  "email-asked",
  "email-changed",
  "documents-to-validate",
]);

/**
 * The keys of mails to delete with an account, waiting or abandoned: those to its owner, and those of its own reports.
 *
 * @spec accounts.removal
 */
export function mailsOfAccount(
  store: Store,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<Key[]> {
  return keysOfMails(
    store,
    ({ to, kind, forReport }) =>
      forReport?.ownerId === id || (to === email && TO_AN_ACCOUNT.has(kind)),
  );
}

/** Mails with the code of an invitation: an address has one such code at a time. */
const INVITATIONS: ReadonlySet<LetterKind> = new Set<LetterKind>(["invitation", "home-invitation"]);

/** The keys of invitations to an address, waiting or given up: another code makes theirs worth nothing. */
export function invitationMailsTo(store: Store, email: string): Promise<Key[]> {
  return keysOfMails(store, ({ to, kind }) => to === email && INVITATIONS.has(kind));
}

const TO_AN_OCCUPANT: ReadonlySet<LetterKind> = new Set<LetterKind>([
  "home-invitation",
  "home-welcome",
  "consumption-report",
]);

/**
 * The keys of mails to delete with an occupant, waiting or given up: a person may occupy several dwellings, so their
 * letters are opened.
 *
 * @spec housing.personal-data
 * @param isAbout true for a letter about the occupancy
 */
export async function mailsOfOccupant(
  store: Store,
  email: string,
  isAbout: (letter: Letter) => boolean,
): Promise<Key[]> {
  const isMeant = ({ to, kind }: MailRow) =>
    TO_AN_OCCUPANT.has(kind) && emailKey(to) === emailKey(email);
  const mails = email === "" ? [] : await mailEntries(store, isMeant);
  const letters = await Promise.all(mails.map(({ value }) => openedLetter(store, value)));
  return mails.flatMap(({ key }, rank) => {
    const letter = letters[rank] ?? null;
    return letter !== null && isAbout(letter) ? [key] : [];
  });
}

async function keysOfMails(store: Store, isMeant: (row: MailRow) => boolean): Promise<Key[]> {
  return (await mailEntries(store, isMeant)).map(({ key }) => key);
}

async function mailEntries(store: Store, isMeant: (row: MailRow) => boolean) {
  const rows = await Promise.all(
    [keys.outbox.under(), keys.outboxFailed.under()].map((prefix) =>
      listEntries(store, { prefix }, mailRow)
    ),
  );
  return rows.flat().filter(({ value }) => isMeant(value));
}
