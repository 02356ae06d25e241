import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Store, Unreadable } from "@/lib/backend/kv/store.ts";
import type { SealedMail, SendingReport } from "@/lib/backend/mail/outbox.ts";
import { contractText } from "@/lib/text/contracting/documents.ts";
import type { MailedDocuments, ReminderLetter } from "@/lib/text/contracting/reminders.ts";
import type { VerdictLetter } from "@/lib/text/contracting/verdicts.ts";
import { type Registers, rowsOf } from "./document_rows.ts";
import type { Listing } from "./listing_memory.ts";
import { deadlinesById } from "./replacement_deadlines.ts";

/** A letter whose link is not created yet. */
export type UnlinkedLetter =
  Extract<ReminderLetter | VerdictLetter, { kind: `documents-${string}`; token: string }> extends
    infer Letter ? Letter extends unknown ? Omit<Letter, "token" | "until"> : never : never;

/** Maximum number of documents named in a mail; the others are counted. */
const NAMED = 20;

/**
 * A letter to each user of a provider, each with their own link, which is added to the commit.
 *
 * @spec contracting.mails
 */
export async function providerMails(
  { outbox, providerLinks }: Pick<Services, "outbox" | "providerLinks">,
  atomic: Atomic,
  { emails, letter, ownerId, reportId }: Pick<SendingReport, "ownerId" | "reportId"> & {
    readonly emails: readonly string[];
    readonly letter: UnlinkedLetter;
  },
): Promise<SealedMail> {
  const key = keys.provider(ownerId, reportId).map(String);
  const forReport: SendingReport = { ownerId, reportId, key };
  const mails = await Promise.all(emails.map((email) => {
    const { token, expiresAt, keep } = providerLinks.made(email, { asked: false });
    keep(atomic);
    const until = new Date(expiresAt).toISOString();
    return outbox.sealed({ ...letter, token, until }, { to: [{ email }], forReport });
  }));
  return { rows: mails.flatMap(({ rows }) => rows) };
}

/** Documents named in a mail, with their listed deadlines: the first ones are read; unreadable ones are only counted. */
export async function mailedDocuments(
  { store, registers, unreadable }: {
    readonly store: Store;
    readonly registers: Registers;
    readonly unreadable: Unreadable;
  },
  listings: readonly Listing[],
): Promise<MailedDocuments> {
  const named = listings.slice(0, NAMED);
  const rows = await rowsOf(store, registers, named, unreadable);
  const deadlines = deadlinesById(named);
  const first = rows.map((row) => ({
    name: nameOf(row.typedocName, row.projectName, row.equipmentName),
    contract: contractOf(registers, row.requestId),
    deadline: deadlines.get(row.id) ?? row.dueDate,
  }));
  return { count: listings.length, first };
}

function contractOf({ requests, contracts }: Registers, requestId: string): string {
  const contract = contracts.get(requests.get(requestId)?.contractId ?? "");
  return contract ? contractText(contract) : "";
}

/** Name of a document in a mail: its type, residence and equipment. */
export function nameOf(...names: readonly (string | null | undefined)[]): string {
  return names.filter(Boolean).join(", ");
}
