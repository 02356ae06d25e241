import { documentKey } from "@/lib/backend/embedded/contracting/document_index.ts";
import { readRegisters, type Registers } from "@/lib/backend/embedded/contracting/document_rows.ts";
import { type Listing, readListings } from "@/lib/backend/embedded/contracting/listing_memory.ts";
import { everyListing } from "@/lib/backend/embedded/contracting/listings.ts";
import { withReplacementDeadlines } from "@/lib/backend/embedded/contracting/replacement_deadlines.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  type Atomic,
  getAll,
  idOf,
  type MaybeEntry,
  readable,
  readEntry,
  type Store,
  type Unreadable,
} from "@/lib/backend/kv/store.ts";
import { queueMail, type SealedMail } from "@/lib/backend/mail/outbox.ts";
import {
  type DocumentMailRecord,
  documentMailRecord,
  documentRecord,
} from "@/lib/backend/records/contracting.ts";
import { organisationRecord } from "@/lib/backend/records/organisations.ts";
import type { DocumentList } from "@/lib/domain/contracting/document_lists.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { RunFaults } from "./run_faults.ts";

/** Data for the mails of an organisation. */
export interface DocumentMailing {
  readonly services: Services;
  readonly store: Store;
  /** Receives the unreadable records, which are skipped. */
  readonly unreadable: Unreadable;
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
export async function openMailing(
  services: Services,
  orgId: string,
  { unreadable }: RunFaults,
): Promise<DocumentMailing> {
  const { store, now } = services;
  const openedMs = now();
  const [org, registers] = await Promise.all([
    readEntry(store, keys.org(orgId), organisationRecord),
    readRegisters(store, orgId, unreadable),
  ]);
  const read = (list: DocumentList) =>
    everyListing(services, registers, { orgId, list }, unreadable);
  const toValidate = await read("to-validate");
  const refused = await read("refused");
  const awaited = refused.length === 0
    ? []
    : await readListings(store, { orgId, list: "running" }, unreadable);
  let deposits: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    services,
    store,
    unreadable,
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
    deposits: () => deposits ??= depositDates(store, toValidate, unreadable),
  };
}

async function depositDates(store: Store, listings: readonly Listing[], unreadable: Unreadable) {
  const entries = await getAll(store, listings.map(documentKey));
  const found = readable(entries, documentRecord, unreadable);
  return new Map(found.map(({ key, value }) => [idOf(key), value.uploadDate ?? ""]));
}

export function lastMail(
  { services: { store }, orgId }: DocumentMailing,
  kind: "due" | "week" | "to-validate",
  recipientId: string,
): Promise<MaybeEntry<DocumentMailRecord>> {
  return readEntry(store, keys.documentMail(orgId, kind, recipientId), documentMailRecord);
}

export interface Mark {
  readonly last: MaybeEntry<DocumentMailRecord>;
  readonly day: string;
  /** By default, the instant of the mail. */
  readonly mark?: Omit<DocumentMailRecord, "day">;
}

/** Adds a mail and its marks to a commit, and commits it. @returns false when another process has written one meanwhile */
export async function commitMail(
  { services: { outbox }, readAt: at }: DocumentMailing,
  { marks, mail }: { readonly marks: readonly Mark[]; readonly mail: SealedMail },
  atomic: Atomic,
): Promise<boolean> {
  for (const { last, day, mark = { at } } of marks) {
    const record: DocumentMailRecord = { ...mark, day };
    atomic.check(unchanged(last)).set(last.key, record);
  }
  queueMail(atomic, mail);
  const { ok } = await atomic.commit();
  if (ok) outbox.hasQueued();
  return ok;
}
