import { groupsOf } from "@/lib/backend/core/groups.ts";
import { readDetails } from "@/lib/backend/embedded/contracting/asked_details.ts";
import { firstId, replacementId } from "@/lib/backend/embedded/contracting/document_index.ts";
import type { Listing } from "@/lib/backend/embedded/contracting/listing_memory.ts";
import {
  mailedDocuments,
  providerMails,
  type UnlinkedLetter,
} from "@/lib/backend/embedded/contracting/provider_mails.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { getAll, type MaybeEntry } from "@/lib/backend/kv/store.ts";
import type { DocumentMailRecord } from "@/lib/backend/records/contracting.ts";
import { isReminded, type Reminder, reminderMark } from "@/lib/domain/contracting/mail_marks.ts";
import { isoWeekOf, mondayOf } from "@/lib/domain/periods/iso_weeks.ts";
import { commitMail, type DocumentMailing, lastMail, type Mark } from "./document_mailing.ts";

/** Marks of documents written in one commit. */
const MARKS_PER_COMMIT = 800;

/**
 * Mails a provider when documents enter their reminder window, and again when they are late; repeated for a new deadline,
 * and for another provider. The weekly summary, when it is due, is the same mail: no document is in two.
 *
 * @spec contracting.mails
 */
export async function remindProvider(mailing: DocumentMailing, providerId: string): Promise<void> {
  const { services: { store }, organisation, today } = mailing;
  const due = await newlyDue(mailing, providerId);
  const week = await weekOf(mailing, providerId);
  const fresh = [...due.late, ...due.running];
  if (week === null && fresh.length === 0) return;
  const asked = await readDetails(mailing, fresh.map(({ listing }) => listing));
  const mailed = (listings: readonly Listing[]) => mailedDocuments(mailing, listings);
  const isNew = new Set(due.running.map(({ listing }) => listing.documentId));
  const letter: UnlinkedLetter = week === null
    ? {
      kind: "documents-due",
      organisation,
      running: await mailed(due.running.map(({ listing }) => listing)),
      late: await mailed(due.late.map(({ listing }) => listing)),
      asked,
    }
    : {
      kind: "documents-week",
      organisation,
      refused: await mailed(week.refused),
      late: await mailed(week.late),
      fresh: await mailed(week.running.filter(({ documentId }) => isNew.has(documentId))),
      running: await mailed(week.running.filter(({ documentId }) => !isNew.has(documentId))),
      asked,
    };
  const marks = [
    ...fresh.length === 0 ? [] : [{ last: due.last, day: today }],
    ...week === null ? [] : [{ last: week.last, day: week.day }],
  ];
  const [first = [], ...others] = groupsOf(fresh, MARKS_PER_COMMIT);
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
      const value = marks[rank]?.value;
      const mark = typeof value === "string" ? value : null;
      return !isReminded(mark, { list, providerId, deadline });
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
  if (last.value !== null && last.value.day > day) {
    await countAsMailed(mailing, last, day);
    return null;
  }
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

/** A summary of a later week was mailed, and the clock set back since: this week has no second one. */
async function countAsMailed(
  { services: { store }, readAt: at }: DocumentMailing,
  last: MaybeEntry<DocumentMailRecord>,
  day: string,
): Promise<void> {
  const { key, versionstamp } = last;
  await store.atomic().check({ key, versionstamp }).set(key, { at, day }).commit();
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
