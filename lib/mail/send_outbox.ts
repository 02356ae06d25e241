/** Sends the due mails of the outbox and plans their retries. @module */

import { type DueRows, dueRows, isNone, retryAfterMs } from "@/lib/store/job_queue.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, idOf, type Key, type Store } from "@/lib/store/store.ts";
import { PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { type Letters, linkOf, type Origins } from "./letters.ts";
import {
  knownMailRow,
  type MailRow,
  noteDelivery,
  openedLetter,
  SHOWN_FOR_MS,
  TRIED_FOR_MS,
} from "./outbox.ts";
import {
  type Carried,
  type MailTransport,
  type OutgoingMail,
  WRITTEN_BY_A_PROGRAM,
} from "./smtp.ts";
import { MAIL_FAULTS, mailedName, mailText } from "./text.ts";

export interface SendingOptions {
  store: Store;
  /** Epoch ms. */
  now(): number;
  carrier: MailTransport;
  from: string;
  /** Origins of the links in mails. */
  origins(): Origins;
  letters: Letters;
  hasAddress: AddressCheck;
}

/** Whether a mail report or a provider still exists and has an address. @spec alarms.report-mails */
export type AddressCheck = (store: Store, key: Key, email: string) => Promise<boolean>;

interface SendingRun {
  sentCount: number;
  /** Abandoned mails: refused for good, or expired. */
  failedCount: number;
  /** Failed mails that will be retried. */
  laterCount: number;
}

/** Maximum number of mails in one run: the next run sends the others. */
const MAILS_PER_RUN = 200;
/** Of these, the newest: a code does not wait for thousands of reports queued before it. */
const NEWEST_PER_RUN = 50;

/**
 * Sends the due mails: in one process at a time, each row deleted from the outbox once it is sent.
 *
 * @spec mail.outbox
 * @returns null when another process is sending, or the public origin is not set
 * @throws AggregateError naming the mails that failed: the others were handled
 */
export function sendOutbox(options: SendingOptions): Promise<SendingRun | null> {
  if (options.origins().own === null) return Promise.resolve(null);
  const job = {
    name: "send outbox",
    subjects: "mails",
    isIdle: async () => isNone(await dueMails(options)),
  } as const;
  return leasedRun(options, job, async (lease, faults) => {
    const run: SendingRun = { sentCount: 0, failedCount: 0, laterCount: 0 };
    const due = await dueMails(options);
    faults.leaveOut(due.unread);
    for (const row of due.rows) {
      if (!(await lease.renew())) break;
      let isHostDown = false;
      await faults.try(idOf(row.key), async () => {
        isHostDown = await sendOne(options, row, run);
      });
      if (isHostDown) break;
    }
    return run;
  });
}

/** @returns true when the host accepts no mail at the moment: the others wait */
async function sendOne(options: SendingOptions, row: Entry<MailRow>, run: SendingRun) {
  if (await isUnwanted(options, row.value)) {
    await options.store.atomic().check(row).delete(row.key).commit();
    return false;
  }
  const carried = await carriedRow(options, row);
  await settle(options, row, carried);
  if (carried.outcome === "sent") run.sentCount++;
  else if (carried.outcome === "refused") run.failedCount++;
  else run.laterCount++;
  return carried.outcome === "later" && carried.isHostDown;
}

/** True when its mail report or its provider was deleted, or no longer has the address. @spec alarms.report-mails */
async function isUnwanted(
  { store, hasAddress }: SendingOptions,
  { to, forReport }: MailRow,
): Promise<boolean> {
  return forReport?.key !== undefined && !await hasAddress(store, forReport.key, to);
}

function dueMails({ store, now, letters }: SendingOptions): Promise<DueRows<MailRow>> {
  return dueRows(store, now(), {
    under: keys.outbox.under,
    schema: knownMailRow(letters),
    limit: MAILS_PER_RUN,
    newestCount: NEWEST_PER_RUN,
  });
}

async function carriedRow(options: SendingOptions, { key, value }: Entry<MailRow>) {
  const isOver = value.expiresAt <= options.now();
  const mail = isOver ? null : await outgoing(options, idOf(key), value);
  if (mail === null) {
    return {
      outcome: "refused",
      answer: isOver ? MAIL_FAULTS.over : MAIL_FAULTS.unreadable,
      isAddress: false,
    } as const;
  }
  return await options.carrier.carry(mail);
}

/** The mail of a row, as it is sent; null when it cannot be decrypted. */
export async function outgoing(
  { store, from, origins, letters }: Pick<
    SendingOptions,
    "store" | "from" | "origins" | "letters"
  >,
  id: string,
  row: MailRow,
): Promise<OutgoingMail | null> {
  const opened = await openedLetter(store, row, letters);
  if (opened === null) return null;
  const link = linkOf(opened, row.to, origins()) ?? "";
  return {
    ...mailText(opened.words(), { name: row.name, link }),
    from: { name: PRODUCT_NAME, address: from },
    headers: WRITTEN_BY_A_PROGRAM,
    to: { name: mailedName(row.name), address: row.to },
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
  };
}

/**
 * One commit: the row leaves the outbox, moves to a later time, or is shown as abandoned.
 *
 * A mail report and a provider show an address refused by its server, until a mail is accepted there.
 *
 * @spec mail.refused-addresses
 */
async function settle(
  { store, now }: SendingOptions,
  { key, value, versionstamp }: Entry<MailRow>,
  carried: Carried,
): Promise<void> {
  const atomic = store.atomic().check({ key, versionstamp }).delete(key);
  const id = idOf(key);
  const { to, forReport } = value;
  const refusal = forReport && keys.mailRefusal(forReport.ownerId, forReport.reportId, to);
  if (carried.outcome === "sent") {
    const isRefused = refusal && (await store.get(refusal)).value !== null;
    if (isRefused) noteDelivery(atomic.delete(refusal), forReport.ownerId);
  } else {
    const attempts = value.attempts + 1;
    const tried = { ...value, attempts, lastError: carried.answer };
    const nextAt = now() + retryAfterMs(attempts);
    const isOver = carried.outcome === "refused" ||
      nextAt >= Math.min(value.expiresAt, value.queuedAt + TRIED_FOR_MS);
    if (isOver) {
      const failedMail = { ...tried, state: "failed", nextAt: now() };
      atomic.set(keys.outboxFailed(id), failedMail, { expireIn: SHOWN_FOR_MS });
      if (refusal && carried.isAddress) {
        atomic.set(refusal, new Date(now()).toISOString(), { expireIn: SHOWN_FOR_MS });
        noteDelivery(atomic, forReport.ownerId);
      }
    } else atomic.set(keys.outbox(nextAt, id), { ...tried, nextAt });
  }
  await atomic.commit();
}

export interface MailWay extends Pick<SendingOptions, "from" | "origins"> {
  /** null: mails stay queued. */
  carrier: MailTransport | null;
  /** Whether a code can be mailed to a user who forgot the password. */
  offersReset: boolean;
  /** Called with each request's URL, when the public origin is only known from requests. */
  sees?(url: URL): void;
}

/** Options of the sender; without a carrier, mails stay queued. */
interface SenderOptions extends Pick<SendingOptions, "store" | "now" | "letters" | "hasAddress"> {
  logFault(requestId: string, fault: unknown): void;
  mail?: MailWay;
}

/** Sends the mails of this process: one run at a time. */
export class MailSender {
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: SenderOptions) {}

  /**
   * Sends the due mails. A call during a run waits for it, then runs again: its mail may have been queued too late
   * for the first one.
   */
  send(): Promise<void> {
    return this.run().catch((fault) => this.options.logFault("send outbox", fault));
  }

  /** As `send()`, for the job, whose page shows the error. @throws the errors of the run */
  run(): Promise<void> {
    const { mail, ...rest } = this.options;
    const carrier = mail?.carrier;
    if (!mail || !carrier) return Promise.resolve();
    const run = this.#running
      .then(() => sendOutbox({ ...rest, ...mail, carrier }))
      .then(() => {});
    this.#running = run.catch(() => {});
    return run;
  }

  /** Resolves once no mail is being sent. */
  idle(): Promise<void> {
    return this.#running;
  }
}
