import * as z from "zod";
import { newId, seal, unseal } from "@/lib/backend/accounts/secrets.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type Entry, idOf, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import { isEmail } from "@/lib/domain/forms/email.ts";
import { lowest } from "@/lib/domain/numbers/sums.ts";
import type { Letter, LetterKind } from "@/lib/text/mails.ts";
import { letterKind, letterSchema } from "./letters.ts";
import { sealingKey } from "./sealing_key.ts";

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
  kind: letterKind,
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
  /** @param onQueued called after a mail is committed, to send it immediately */
  constructor(
    private readonly store: Store,
    private readonly now: () => number,
    private readonly onQueued: () => void = () => {},
  ) {}

  /**
   * Encrypts a letter for each of its recipients.
   *
   * @param options `expiresAt`: when it becomes useless, epoch ms; three days by default. `forReport`: the mail report
   * that sends it
   * @throws RangeError for an invalid address, which should have been refused when entered
   */
  async sealed(
    letter: Letter,
    { to, expiresAt, forReport }: {
      to: readonly Recipient[];
      expiresAt?: number;
      forReport?: SendingReport;
    },
  ): Promise<SealedMail> {
    const now = this.now();
    const secret = await sealingKey(this.store);
    const text = JSON.stringify(letter);
    const rows = await Promise.all(to.map(async ({ email, name = "" }) => {
      if (!isEmail(email)) throw new RangeError("Cannot write to what is no e-mail address");
      const row: MailRow = {
        to: email,
        name,
        kind: letter.kind,
        sealed: await seal({ text, secret }),
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

  /** Called after a mail is committed: it is sent without waiting for the next run of the job. */
  hasQueued(): void {
    this.onQueued();
  }
}

/** Queues a mail in the commit of its cause: one row per recipient. */
export function queueMail(atomic: Atomic, { rows }: SealedMail): void {
  for (const { id, row } of rows) atomic.set(keys.outbox(row.nextAt, id), row);
}

/** The decrypted letter of a row; null when it was encrypted with another secret. */
export async function openedLetter(store: Store, { sealed }: MailRow): Promise<Letter | null> {
  const text = await unseal({ sealed, secret: await sealingKey(store) });
  return text === null ? null : letterSchema.parse(JSON.parse(text));
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
  const [waiting, failed] = await Promise.all([
    listEntries(store, { prefix: keys.outbox.under() }, mailRow),
    listEntries(store, { prefix: keys.outboxFailed.under() }, mailRow),
  ]);
  const newest = failed.toSorted((a, b) => b.value.nextAt - a.value.nextAt);
  return {
    waitingCount: waiting.length,
    failedCount: failed.length,
    oldestQueuedAt: lowest(waiting.map(({ value }) => value.queuedAt)),
    mails: [...newest, ...waiting].map(listed),
  };
}

/** Mails with a code or a link that expires with them. */
const WITH_EXPIRY: ReadonlySet<LetterKind> = new Set<LetterKind>([
  "reset-code",
  "invitation",
  "home-invitation",
  "email-proof",
  "provider-link",
]);

/**
 * Adds to a commit that an abandoned mail is tried again from now on.
 *
 * @returns false when none has this id, or its code or link has expired
 */
export async function includeRetry(
  store: Store,
  atomic: Atomic,
  { id, nowMs: now }: { readonly id: string; readonly nowMs: number },
): Promise<boolean> {
  const key = keys.outboxFailed(id);
  const entry = await store.get(key);
  if (entry.versionstamp === null) return false;
  const row = mailRow.parse(entry.value);
  const hasExpiry = WITH_EXPIRY.has(row.kind);
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

function listed({ key, value }: Entry<MailRow>): ListedMail {
  const { sealed: _, forReport: __, ...shown } = value;
  return { id: idOf(key), ...shown };
}
