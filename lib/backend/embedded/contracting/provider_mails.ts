import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Store, Unreadable } from "@/lib/backend/kv/store.ts";
import type { SealedMail, SendingReport } from "@/lib/backend/mail/outbox.ts";
import type { MailedDocuments, ReminderLetter } from "@/lib/text/contracting/reminders.ts";
import { type Registers, rowsOf } from "./document_rows.ts";
import { type Movable, readSubjects } from "./document_subjects.ts";
import type { Listing } from "./listing_memory.ts";
import { deadlinesById } from "./replacement_deadlines.ts";

/** A letter whose link is not created yet. */
export type UnlinkedLetter = Exclude<ReminderLetter, { kind: "documents-to-validate" }> extends
  infer Letter ? Letter extends unknown ? Omit<Letter, "token"> : never : never;

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
    const { token, keep } = providerLinks.made(email, { asked: false });
    keep(atomic);
    return outbox.sealed({ ...letter, token }, { to: [{ email }], forReport });
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
    deadline: deadlines.get(row.id) ?? row.dueDate,
  }));
  return { count: listings.length, first };
}

/** Name of a document in a mail: its type, residence and equipment. */
function nameOf(...names: readonly (string | null | undefined)[]): string {
  return names.filter(Boolean).join(", ");
}

/**
 * Notifies a provider that a document was refused, and when its replacement is due.
 *
 * @param refusal `deadline`: null when the request is closed, for which nothing more is awaited
 */
export async function refusalMail(
  services: Services,
  atomic: Atomic,
  movable: Movable,
  refusal: { readonly comment: string; readonly deadline: string | null },
): Promise<SealedMail> {
  const { organisation, typedoc, project, equipment, provider } = await readSubjects(
    services.store,
    movable,
  );
  const letter = {
    kind: "document-refused",
    organisation: organisation?.name ?? "",
    name: nameOf(typedoc?.name, project?.name, equipment?.name),
    ...refusal,
  } as const;
  const { path: { orgId: ownerId }, request: { value: { providerId: reportId } } } = movable;
  const emails = provider?.emails ?? [];
  return await providerMails(services, atomic, { emails, letter, ownerId, reportId });
}
