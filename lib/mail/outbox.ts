/** Queues sealed mails, lists and finds them by recipient, and keeps refused addresses. @module */

import * as z from "zod";
import { newId, newSecret, seal, unseal } from "@/lib/base/secrets.ts";
import { lowest } from "@/lib/base/sums.ts";
import { emailKey, isEmail } from "@/lib/base/typed_formats.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  idOf,
  type Key,
  listEntries,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import type { DeclaredLetter, Letter, Letters, MailedOccupancy, OpenedLetter } from "./letters.ts";

const read = new WeakMap<Store, Promise<string>>();

/**
 * The secret that encrypts queued mails, created with the first mail and shared by every process.
 *
 * Lists and exports of the outbox never use it: a code is in clear only in the sent mail.
 */
export function sealingKey(store: Store): Promise<string> {
  const known = read.get(store);
  if (known) return known;
  const requested = readOrMake(store);
  read.set(store, requested);
  // After a failed read, the store is read again.
  requested.catch(() => read.delete(store));
  return requested;
}

async function readOrMake(store: Store): Promise<string> {
  const key = keys.mailSecret();
  const stored = await readEntry(store, key, z.string());
  if (stored.value !== null) return stored.value;
  const secret = newSecret();
  const created = await store.atomic().check({ key, versionstamp: null }).set(key, secret).commit();
  return created.ok ? secret : await readOrMake(store);
}

/** How long a mail is retried before it is abandoned, ms. */
export const TRIED_FOR_MS = 3 * 24 * 3_600_000;
/** How long an abandoned mail is shown, ms. */
export const SHOWN_FOR_MS = 30 * 24 * 3_600_000;

/** A mail report or a provider, with the residence, organisation or account that owns it. */
export type SendingReport = z.output<typeof sendingReport>;
const sendingReport = z.object({
  ownerId: z.string(),
  reportId: z.string(),
  /** Key of the record of the mail report or of the provider; absent in rows of older versions. */
  key: z.array(z.string()).optional(),
});

/** One mail for one recipient, waiting or abandoned, without any secret in clear. */
export type MailRow = z.output<typeof mailRow>;
export const mailRow = z.object({
  to: z.string(),
  name: z.string(),
  kind: z.string(),
  /** The letter, encrypted with the store's own secret until it is sent. */
  sealed: z.string(),
  queuedAt: z.int(),
  /** When it becomes useless. */
  expiresAt: z.int(),
  attempts: z.int(),
  /** When it is tried next; when it was abandoned. */
  nextAt: z.int(),
  state: z.enum(["waiting", "failed"]),
  /** Answer to the last attempt; null before the first. */
  lastError: z.string().nullable(),
  /** The mail report that sends it, or the provider that receives it: its page shows a refused address. */
  forReport: sendingReport.optional(),
});

/** As {@link mailRow}, of a kind of letter that this version knows. */
export function knownMailRow({ kinds }: Letters): z.ZodType<MailRow> {
  return mailRow.extend({ kind: z.enum(kinds) });
}

/** Instant at which the server of an address refused it for good. */
export const mailRefusal: z.ZodType<string> = z.string();

export interface Recipient {
  email: string;
  /** Name for the greeting; absent when unknown. */
  name?: string;
}

/** A mail ready to be queued: {@link queueMail} adds it to the commit of its cause. */
export interface SealedMail {
  readonly rows: readonly { readonly id: string; readonly row: MailRow }[];
}

/** Queue of mails to send. */
export class Outbox {
  /** @param hasQueued called after a mail is committed, to send it without waiting for the next run of the job */
  constructor(
    private readonly store: Store,
    private readonly now: () => number,
    private readonly letters: Letters,
    readonly hasQueued: () => void = () => {},
  ) {}

  /**
   * Encrypts a letter for each of its recipients.
   *
   * @param options `expiresAt`: when it becomes useless, epoch ms; three days by default. `forReport`: the mail report
   * that sends it
   * @throws RangeError for an invalid address, which should have been refused when entered
   */
  async sealed(
    letter: DeclaredLetter,
    { to, expiresAt, forReport }: {
      to: readonly Recipient[];
      expiresAt?: number;
      forReport?: SendingReport;
    },
  ): Promise<SealedMail> {
    const now = this.now();
    const secret = await sealingKey(this.store);
    const rows = await Promise.all(to.map(async ({ email, name = "" }) => {
      if (!isEmail(email)) throw new RangeError("Cannot write to what is no e-mail address");
      const row: MailRow = {
        to: email,
        name,
        kind: letter.kind,
        sealed: await seal({ text: letter.text, secret }),
        queuedAt: now,
        expiresAt: expiresAt ?? now + TRIED_FOR_MS,
        attempts: 0,
        nextAt: now,
        state: "waiting",
        lastError: null,
        ...forReport && { forReport },
      };
      return { id: newId(), row };
    }));
    return { rows };
  }

  /**
   * Adds to a commit that an abandoned mail is tried again from now on.
   *
   * @returns false when none has this id, or its code or link has expired
   */
  async includeRetry(atomic: Atomic, id: string): Promise<boolean> {
    const now = this.now();
    const key = keys.outboxFailed(id);
    const entry = await this.store.get(key);
    if (entry.versionstamp === null) return false;
    const row = mailRow.parse(entry.value);
    const hasExpiry = this.letters.find(row.kind)?.hasExpiry ?? false;
    if (hasExpiry && row.expiresAt <= now) return false;
    const expiresAt = hasExpiry ? row.expiresAt : now + TRIED_FOR_MS;
    const again: MailRow = {
      ...row,
      state: "waiting",
      attempts: 0,
      queuedAt: now,
      nextAt: now,
      expiresAt,
    };
    atomic.check(entry).delete(key).set(keys.outbox(now, id), again);
    return true;
  }

  /**
   * The keys of mails to delete with an account, waiting or abandoned: those to its owner, and those of its own reports.
   *
   * @spec accounts.removal
   */
  mailsOfAccount(
    { id, email }: { readonly id: string; readonly email: string },
  ): Promise<Key[]> {
    return this.#keysOf(({ to, kind, forReport }) =>
      forReport?.ownerId === id ||
      (to === email && this.letters.find(kind)?.isToAccount === true)
    );
  }

  /** The keys of invitations to an address, waiting or given up: another code makes theirs worth nothing. */
  invitationMailsTo(email: string): Promise<Key[]> {
    return this.#keysOf(({ to, kind }) =>
      to === email && this.letters.find(kind)?.isInvitation === true
    );
  }

  /**
   * The keys of mails to delete with an occupant, waiting or given up: a person may occupy several dwellings, so their
   * letters are opened.
   *
   * @spec housing.personal-data
   */
  async mailsOfOccupant(email: string, occupancy: MailedOccupancy): Promise<Key[]> {
    const isMeant = ({ to, kind }: MailRow) =>
      this.letters.find(kind)?.area.areToOccupants === true && emailKey(to) === emailKey(email);
    const mails = email === "" ? [] : await mailEntries(this.store, isMeant);
    const opened = await Promise.all(
      mails.map(({ value }) => openedLetter(this.store, value, this.letters)),
    );
    return mails.flatMap(({ key }, position) => opened[position]?.isAbout(occupancy) ? [key] : []);
  }

  async #keysOf(isMeant: (row: MailRow) => boolean): Promise<Key[]> {
    return (await mailEntries(this.store, isMeant)).map(({ key }) => key);
  }
}

/** Queues a mail in the commit of its cause: one row per recipient. */
export function queueMail(atomic: Atomic, { rows }: SealedMail): void {
  for (const { id, row } of rows) atomic.set(keys.outbox(row.nextAt, id), row);
}

/** The decrypted letter of a row; null when it was encrypted with another secret. */
export async function openedLetter<L extends Letter>(
  store: Store,
  { kind, sealed }: MailRow,
  letters: Letters<L>,
): Promise<OpenedLetter<L> | null> {
  const text = await unseal({ sealed, secret: await sealingKey(store) });
  return text === null ? null : letters.open(kind, JSON.parse(text));
}

/** A mail as shown to an administrator: recipient, kind and state, without its content. */
interface ListedMail extends Omit<MailRow, "sealed" | "forReport"> {
  id: string;
}

interface OutboxReport {
  waitingCount: number;
  failedCount: number;
  /** When the oldest waiting mail was queued, epoch ms; null when none waits. */
  oldestQueuedAt: number | null;
  /** The abandoned ones, newest first, then the waiting ones in order. */
  mails: ListedMail[];
}

/** Counts and lists the outbox, for the platform's administrator. */
export async function outboxReport(store: Store): Promise<OutboxReport> {
  const [pending, failed] = await Promise.all([
    listEntries(store, { prefix: keys.outbox.under() }, mailRow),
    listEntries(store, { prefix: keys.outboxFailed.under() }, mailRow),
  ]);
  const newest = failed.toSorted((a, b) => b.value.nextAt - a.value.nextAt);
  return {
    waitingCount: pending.length,
    failedCount: failed.length,
    oldestQueuedAt: lowest(pending.map(({ value }) => value.queuedAt)),
    mails: [...newest, ...pending].map(listed),
  };
}

function listed({ key, value }: Entry<MailRow>): ListedMail {
  const { sealed: _, forReport: __, ...shown } = value;
  return { id: idOf(key), ...shown };
}

async function mailEntries(store: Store, isMeant: (row: MailRow) => boolean) {
  const rows = await Promise.all(
    [keys.outbox.under(), keys.outboxFailed.under()].map((prefix) =>
      listEntries(store, { prefix }, mailRow)
    ),
  );
  return rows.flat().filter(({ value }) => isMeant(value));
}

/** An address whose server refused the last mail, and when. */
interface RefusedEmail {
  readonly email: string;
  readonly at: string;
}

/** Puts into a commit that what is shown of the mails or webhooks of a residence, an account or an organisation changes. */
export function noteDelivery(atomic: Atomic, ownerId: string): void {
  atomic.sum(keys.version("deliveries", ownerId), 1n);
}

/**
 * The refused addresses of mail reports of a residence, an account or an organisation, or of the providers of an
 * organisation.
 *
 * @spec mail.refused-addresses
 * @returns a function that selects those of one report or provider, among its current addresses
 */
export async function refusedEmailsOf(
  { store, now }: { readonly store: Store; now(): number },
  ownerId: string,
): Promise<(id: string, emails: readonly string[]) => RefusedEmail[]> {
  const entries = await listEntries(
    store,
    { prefix: keys.mailRefusal.under(ownerId) },
    mailRefusal,
  );
  const refusals = Map.groupBy(entries, ({ key }) => String(key.at(-2)));
  const isRecent = (at: string) => now() < Date.parse(at) + SHOWN_FOR_MS;
  return (id, emails) =>
    (refusals.get(id) ?? [])
      .map(({ key, value: at }) => ({ email: idOf(key), at }))
      .filter(({ email, at }) => emails.includes(email) && isRecent(at));
}
