/** Mails providers about documents due or late, and validators about new deposits. @module */

import type { Services } from "@/lib/api/services.ts";
import { isoWeekOf, mondayOf } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import { queueMail, type SealedMail } from "@/lib/mail/outbox.ts";
import { organisationRecord } from "@/lib/organisations/records.ts";
import { leasedRun, type RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Lease } from "@/lib/store/leases.ts";
import {
  type Atomic,
  getAll,
  idOf,
  listIds,
  type MaybeEntry,
  readable,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { documentOrganisations } from "./document_creation.ts";
import {
  documentKey,
  firstId,
  type Listing,
  readListings,
  replacementId,
  withReplacementDeadlines,
} from "./document_index.ts";
import { everyListing } from "./document_lists.ts";
import { readRegisters, type Registers } from "./document_rows.ts";
import type { DocumentList } from "./document_states.ts";
import { type Reminder, reminderMark } from "./due_dates.ts";
import { documentLetters } from "./mail_text.ts";
import {
  mailedDocuments,
  providerMails,
  readDetails,
  type UnlinkedLetter,
} from "./provider_mails.ts";
import { type DocumentMailRecord, documentMailRecord, documentRecord } from "./records.ts";

/** Data for the mails of an organisation. */
interface DocumentMailing {
  readonly services: Services;
  readonly store: Store;
  readonly faults: RunFaults;
  readonly orgId: string;
  readonly organisation: string;
  readonly registers: Registers;
  readonly today: string;
  /** Instant before the lists were read: a later deposit is not in them. */
  readonly readAt: string;
  readonly lists: Readonly<Record<Exclude<DocumentList, "history">, readonly Listing[]>>;
  /** Deposit time of each document to validate, by its id: read once, for the first validator it concerns. */
  deposits(): Promise<ReadonlyMap<string, string>>;
}

/** Reads an organisation for its mails; unreadable records are skipped, as faults of the run. */
async function openMailing(
  services: Services,
  orgId: string,
  faults: RunFaults,
): Promise<DocumentMailing> {
  const { store, now } = services;
  const openedMs = now();
  const [org, registers] = await Promise.all([
    readEntry(store, keys.org(orgId), organisationRecord),
    readRegisters(store, orgId),
  ]);
  const read = (list: DocumentList) => everyListing(services, registers, { orgId, list });
  const toValidate = await read("to-validate");
  const refused = await read("refused");
  const awaited = refused.length === 0 ? [] : await readListings(store, { orgId, list: "running" });
  let deposits: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    services,
    store,
    faults,
    orgId,
    organisation: org.value?.name ?? "",
    registers,
    today: civilDateOf(openedMs, DEFAULT_TIME_ZONE),
    readAt: new Date(openedMs).toISOString(),
    lists: {
      running: await read("running"),
      late: await read("late"),
      "to-validate": toValidate,
      refused: withReplacementDeadlines(refused, awaited),
    },
    deposits: () => deposits ??= faults.readInPart(() => depositDates(store, toValidate)),
  };
}

async function depositDates(store: Store, listings: readonly Listing[]) {
  const entries = await getAll(store, listings.map(documentKey));
  const found = readable(entries, documentRecord);
  return new Map(found.map(({ key, value }) => [idOf(key), value.uploadDate ?? ""]));
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
}

/** Adds a mail and its marks to a commit, and commits it. @returns false when another process has written one meanwhile */
async function commitMail(
  { services: { outbox }, readAt: at }: DocumentMailing,
  { marks, mail }: { readonly marks: readonly Mark[]; readonly mail: SealedMail },
  atomic: Atomic,
): Promise<boolean> {
  for (const { last, day } of marks) {
    const record: DocumentMailRecord = { at, day };
    atomic.check(unchanged(last)).set(last.key, record);
  }
  queueMail(atomic, mail);
  const { ok } = await atomic.commit();
  if (ok) outbox.hasQueued();
  return ok;
}

/** Marks of documents written in one commit. */
const MARKS_PER_COMMIT = 800;

/**
 * Mails a provider when documents enter their reminder window, and again when they are late; repeated for a new deadline,
 * and for another provider. The weekly summary, when it is due, is the same mail: no document is in two.
 *
 * @spec contracting.mails
 */
async function remindProvider(mailing: DocumentMailing, providerId: string): Promise<void> {
  const { services: { store }, organisation, today } = mailing;
  const due = await newlyDue(mailing, providerId);
  const week = await weekOf(mailing, providerId);
  const fresh = [...due.late, ...due.running];
  if (week === null && fresh.length === 0) return;
  const requested = await readDetails(mailing, fresh.map(({ listing }) => listing));
  const mailed = (listings: readonly Listing[]) => mailedDocuments(mailing, listings);
  const isNew = new Set(due.running.map(({ listing }) => listing.documentId));
  const letter: UnlinkedLetter = week === null
    ? {
      kind: "documents-due",
      organisation,
      running: await mailed(due.running.map(({ listing }) => listing)),
      late: await mailed(due.late.map(({ listing }) => listing)),
      asked: requested,
    }
    : {
      kind: "documents-week",
      organisation,
      refused: await mailed(week.refused),
      late: await mailed(week.late),
      fresh: await mailed(week.running.filter(({ documentId }) => isNew.has(documentId))),
      running: await mailed(week.running.filter(({ documentId }) => !isNew.has(documentId))),
      asked: requested,
    };
  const marks = [
    ...fresh.length === 0 ? [] : [{ last: due.last, day: today }],
    ...week === null ? [] : [{ last: week.last, day: week.day }],
  ];
  const [first = [], ...others] = chunk(fresh, MARKS_PER_COMMIT);
  const isSent = await post(mailing, { providerId, marks, documents: first }, letter);
  if (!isSent) return;
  for (const some of others) {
    const atomic = store.atomic();
    for (const { key, mark } of some) atomic.set(key, mark);
    await atomic.commit();
  }
}

/** A document of which a provider was not reminded, and the mark to write. */
type Due = ReturnType<typeof dueOf>;

function dueOf(listing: Listing, reminder: Omit<Reminder, "deadline">) {
  const { orgId, requestId, documentId, deadline } = listing;
  const key = keys.documentReminded(orgId, requestId, documentId);
  return { listing, key, mark: reminderMark({ ...reminder, deadline }) };
}

async function newlyDue(mailing: DocumentMailing, providerId: string) {
  const { services: { store }, lists } = mailing;
  const own = async (list: Reminder["list"]): Promise<Due[]> => {
    const all = ofProvider(mailing, lists[list], providerId)
      .map((listing) => dueOf(listing, { list, providerId }));
    const marks = await getAll(store, all.map(({ key }) => key));
    return all.filter(({ listing: { deadline } }, rank) => {
      return marks[rank]?.value !== reminderMark({ list, providerId, deadline });
    });
  };
  return {
    last: await lastMail(mailing, "due", providerId),
    running: await own("running"),
    late: await own("late"),
  };
}

/** The documents of a weekly summary that is due: on Monday, or later in the week when it was not possible on Monday. */
async function weekOf(mailing: DocumentMailing, providerId: string) {
  const { services: { store }, orgId, today, lists } = mailing;
  const last = await lastMail(mailing, "week", providerId);
  const { year, week } = isoWeekOf(today);
  const day = mondayOf(year, week);
  if (last.value?.day === day || (last.value === null && today !== day)) return null;
  // The mail about verdicts, within a quarter of an hour, tells of these.
  const inOtherMail = new Set(await listIds(store, keys.documentNews.under(orgId, providerId)));
  const own = (list: "refused" | "late" | "running") =>
    ofProvider(mailing, lists[list], providerId)
      .filter(({ documentId }) => !inOtherMail.has(firstId(documentId)));
  const refused = own("refused");
  // A refused document is named once, with the deadline of its replacement.
  const again = new Set(refused.map(({ documentId }) => replacementId(documentId)));
  const others = (list: "late" | "running") =>
    own(list).filter(({ documentId }) => !again.has(documentId));
  const [late, running] = [others("late"), others("running")];
  const isEmpty = [refused, late, running].every((list) => list.length === 0);
  return isEmpty ? null : { last, day, refused, late, running };
}

function ofProvider(
  { registers }: DocumentMailing,
  listings: readonly Listing[],
  providerId: string,
): readonly Listing[] {
  return listings.filter(({ requestId }) =>
    registers.requests.get(requestId)?.providerId === providerId
  );
}

/** @returns false when another process has written it meanwhile */
async function post(
  mailing: DocumentMailing,
  { providerId, marks, documents }: {
    readonly providerId: string;
    readonly marks: readonly Mark[];
    readonly documents: readonly Due[];
  },
  letter: UnlinkedLetter,
): Promise<boolean> {
  const { services, registers, orgId: ownerId } = mailing;
  const emails = registers.providers.get(providerId)?.emails ?? [];
  const atomic = services.store.atomic();
  for (const { key, mark } of documents) atomic.set(key, mark);
  const sender = { ownerId, reportId: providerId };
  const mail = await providerMails(services, atomic, { emails, letter, ...sender });
  return await commitMail(mailing, { marks, mail }, atomic);
}

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
        const mailing = await faults.readInPart(() => openMailing(services, orgId, faults));
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
    ...providerIds.map((id) =>
      [id, () => mailing.faults.readInPart(() => remindProvider(mailing, id))] as const
    ),
    ...accountIds.map((id) => [id, () => writeToValidator(mailing, id)] as const),
  ];
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
  // A mail of the future is of a clock that was set back: each deposit is new to it.
  const since = last.value !== null && last.value.at <= readAt ? last.value.at : "";
  if (!theirs.some(({ documentId }) => (dates.get(documentId) ?? "") > since)) return;
  const documents = await mailing.faults.readInPart(() => mailedDocuments(mailing, theirs));
  const path = links.inOrganisation(orgId, links.documentList("to-validate"));
  const letter = { kind: "documents-to-validate", organisation, documents, path } as const;
  const to = [{ email, name: `${forename} ${surname}` }];
  const mail = await outbox.sealed(documentLetters.letter(letter), { to });
  await commitMail(mailing, { marks: [{ last, day: today }], mail }, store.atomic());
}
