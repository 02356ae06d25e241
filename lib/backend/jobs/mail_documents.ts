import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { replacementId } from "@/lib/backend/embedded/contracting/document_index.ts";
import type { Listing } from "@/lib/backend/embedded/contracting/listing_memory.ts";
import {
  mailedDocuments,
  providerMails,
  type UnlinkedLetter,
} from "@/lib/backend/embedded/contracting/provider_mails.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { type Atomic, getAll, type MaybeEntry, readEntry } from "@/lib/backend/kv/store.ts";
import { queueMail, type SealedMail } from "@/lib/backend/mail/outbox.ts";
import { type DocumentMailRecord, documentMailRecord } from "@/lib/backend/records/contracting.ts";
import { memberCaller } from "@/lib/contract/caller.ts";
import {
  isDepositNew,
  isReminded,
  type Reminder,
  reminderMark,
  validatorMail,
} from "@/lib/domain/contracting/mail_marks.ts";
import { isoWeekOf, mondayOf } from "@/lib/domain/periods/iso_weeks.ts";
import { links } from "@/lib/links/links.ts";
import { type DocumentMailing, openMailing } from "./document_mailing.ts";
import { leasedRun } from "./leased_run.ts";
import type { Lease } from "./leases.ts";
import { documentOrganisations } from "./make_documents.ts";
import type { RunFaults } from "./run_faults.ts";

/** Maximum documents in one reminder: their marks are in its commit. */
const REMINDED_PER_MAIL = 800;

/**
 * Mails providers about documents due or late, with a weekly summary for each, and validators about documents that wait
 * for them.
 *
 * One commit writes a mail, its links and its mark, and fails if another process has written them.
 *
 * @spec contracting.mails
 * @returns true when every recipient was checked; null when another process runs the job
 * @throws AggregateError naming the recipients that failed: the others were handled
 */
export function mailDocuments(services: Services): Promise<boolean | null> {
  const { store } = services;
  const job = { name: "mail documents", subjects: "recipients" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    let isHeld = true;
    for (const orgId of await documentOrganisations(store, faults)) {
      await faults.try(orgId, async () => {
        const mailing = await openMailing(services, orgId, faults);
        isHeld = await writeToAll(mailing, lease, faults);
      });
      if (!isHeld) return false;
    }
    return true;
  });
}

/** @returns false when another process has the lease now */
async function writeToAll(mailing: DocumentMailing, lease: Lease, faults: RunFaults) {
  const { services: { store }, orgId } = mailing;
  const accountIds = await listIds(store, keys.member.under(orgId));
  for (const [id, write] of recipients(mailing, accountIds)) {
    if (!await lease.renew()) return false;
    await faults.try(`${orgId}/${id}`, write);
  }
  return true;
}

function recipients(mailing: DocumentMailing, accountIds: readonly string[]) {
  const providerIds = [...mailing.registers.providers.keys()];
  return [
    ...providerIds.map((id) => [id, () => remind(mailing, id)] as const),
    ...providerIds.map((id) => [id, () => summarise(mailing, id)] as const),
    ...accountIds.map((id) => [id, () => writeToValidator(mailing, id)] as const),
  ];
}

function ofProvider(
  { registers }: DocumentMailing,
  listings: readonly Listing[],
  providerId: string,
) {
  return listings.filter(({ requestId }) =>
    registers.requests.get(requestId)?.providerId === providerId
  );
}

/**
 * Mails when a document enters its reminder window, and again when it is late; repeated for a new deadline, and for
 * another provider.
 */
async function remind(mailing: DocumentMailing, providerId: string): Promise<void> {
  const { organisation, lists } = mailing;
  const last = await lastMail(mailing, "due", providerId);
  const own = (list: Reminder["list"]) =>
    unreminded(mailing, { list, providerId }, ofProvider(mailing, lists[list], providerId));
  const [running, late] = [await own("running"), await own("late")];
  const all = [...late, ...running].slice(0, REMINDED_PER_MAIL);
  if (all.length === 0) return;
  await post(mailing, { last, day: mailing.today, providerId }, {
    kind: "documents-due",
    organisation,
    running: await mailedDocuments(mailing, running),
    late: await mailedDocuments(mailing, late),
  }, (atomic) => {
    for (const listing of all) {
      const list = late.includes(listing) ? "late" : "running";
      const { deadline } = listing;
      atomic.set(remindedKey(listing), reminderMark({ list, deadline, providerId }));
    }
  });
}

async function unreminded(
  { services: { store } }: DocumentMailing,
  reminder: Omit<Reminder, "deadline">,
  listings: readonly Listing[],
): Promise<Listing[]> {
  const entries = await getAll(store, listings.map(remindedKey));
  const marks = entries.map(({ value }) => typeof value === "string" ? value : null);
  return listings.filter(({ deadline }, rank) =>
    !isReminded(marks[rank] ?? null, { ...reminder, deadline })
  );
}

function remindedKey({ orgId, requestId, documentId }: Listing) {
  return keys.documentReminded(orgId, requestId, documentId);
}

/** Mails on Monday, or later in the week when it was not possible on Monday. */
async function summarise(mailing: DocumentMailing, providerId: string): Promise<void> {
  const { organisation, today, lists } = mailing;
  const last = await lastMail(mailing, "week", providerId);
  const { year, week } = isoWeekOf(today);
  const monday = mondayOf(year, week);
  if (last.value?.day === monday || (last.value === null && today !== monday)) return;
  if (last.value !== null && last.value.day > monday) {
    return await countAsMailed(mailing, last, monday);
  }
  const refused = ofProvider(mailing, lists.refused, providerId);
  // A refused document is named once, with the deadline of its replacement.
  const again = new Set(refused.map(({ documentId }) => replacementId(documentId)));
  const [late, running] = [lists.late, lists.running].map((list) =>
    ofProvider(mailing, list, providerId).filter(({ documentId }) => !again.has(documentId))
  );
  if (![refused, late, running].some((list) => list && list.length > 0)) return;
  const mailed = (list: readonly Listing[] = []) => mailedDocuments(mailing, list);
  await post(mailing, { last, day: monday, providerId }, {
    kind: "documents-week",
    organisation,
    refused: await mailed(refused),
    late: await mailed(late),
    running: await mailed(running),
  });
}

/** A summary of a later week was mailed, and the clock set back since: this week has no second one. */
async function countAsMailed(
  { services: { store }, readAt: at }: DocumentMailing,
  last: MaybeEntry<DocumentMailRecord>,
  day: string,
): Promise<void> {
  await store.atomic().check(unchanged(last)).set(last.key, { at, day }).commit();
}

/** Mails at most once a day, on days that follow a deposit. */
async function writeToValidator(mailing: DocumentMailing, accountId: string): Promise<void> {
  const { services, orgId, organisation, today, readAt, lists } = mailing;
  const { store, callerRoles, outbox } = services;
  if (lists["to-validate"].length === 0) return;
  const last = await lastMail(mailing, "to-validate", accountId);
  if (last.value?.day === today) return;
  const { value: account } = await readEntry(store, keys.account(accountId), accountRecord);
  if (account === null) return;
  const { email, forename, surname } = account;
  const roles = await callerRoles.of(memberCaller(accountId, email)).rolesByProject(orgId);
  const theirs = lists["to-validate"].filter(({ projectId }) =>
    roles.get(projectId)?.has("collect:documents:validate:write")
  );
  if (theirs.length === 0) return;
  const dates = await mailing.deposits();
  const deposits = theirs.map(({ documentId }) => dates.get(documentId) ?? "");
  if (!deposits.some((deposit) => isDepositNew(deposit, last.value, readAt))) return;
  const documents = await mailedDocuments(mailing, theirs);
  const path = links.inOrganisation(orgId, links.documentList("to-validate"));
  const letter = { kind: "documents-to-validate", organisation, documents, path } as const;
  const to = [{ email, name: `${forename} ${surname}` }];
  const mail = await outbox.sealed(letter, { to });
  const mark = validatorMail(deposits, last.value, readAt);
  await commitMail(mailing, { last, day: today, mark, mail }, store.atomic());
}

function lastMail(
  { services: { store }, orgId }: DocumentMailing,
  kind: "due" | "week" | "to-validate",
  recipientId: string,
): Promise<MaybeEntry<DocumentMailRecord>> {
  return readEntry(store, keys.documentMail(orgId, kind, recipientId), documentMailRecord);
}

interface Mark {
  readonly last: MaybeEntry<DocumentMailRecord>;
  readonly day: string;
  /** By default, the instant of the mail. */
  readonly mark?: Omit<DocumentMailRecord, "day">;
}

async function post(
  mailing: DocumentMailing,
  { providerId, ...mark }: Mark & { readonly providerId: string },
  letter: UnlinkedLetter,
  fill: (atomic: Atomic) => void = () => {},
): Promise<void> {
  const { services, registers, orgId: ownerId } = mailing;
  const emails = registers.providers.get(providerId)?.emails ?? [];
  const atomic = services.store.atomic();
  fill(atomic);
  const sender = { ownerId, reportId: providerId };
  const mail = await providerMails(services, atomic, { emails, letter, ...sender });
  await commitMail(mailing, { ...mark, mail }, atomic);
}

/** Writes nothing when another process has written it meanwhile. */
async function commitMail(
  { services: { outbox }, readAt: at }: DocumentMailing,
  { last, day, mark = { at }, mail }: Mark & { readonly mail: SealedMail },
  atomic: Atomic,
): Promise<void> {
  const record: DocumentMailRecord = { ...mark, day };
  queueMail(atomic.check(unchanged(last)).set(last.key, record), mail);
  if ((await atomic.commit()).ok) outbox.hasQueued();
}
