import type { Store } from "@/lib/backend/kv/store.ts";
import type { Carrier } from "@/lib/backend/mail/transport.ts";
import { type SendingOptions, sendOutbox } from "./send_outbox.ts";

export interface MailWay extends Pick<SendingOptions, "from" | "origins"> {
  /** null: mails stay queued. */
  carrier: Carrier | null;
  /** Whether a code can be mailed to a user who forgot the password. */
  offersReset: boolean;
  /** Called with each request's URL, when the public origin is only known from requests. */
  sees?(url: URL): void;
}

/** Options of the sender; without a carrier, mails stay queued. */
interface SenderOptions {
  store: Store;
  now(): number;
  reportFault(requestId: string, fault: unknown): void;
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
    return this.run().catch((fault) => this.options.reportFault("send outbox", fault));
  }

  /** As `send()`, for the job, whose page shows the error. @throws the errors of the run */
  run(): Promise<void> {
    const { mail, store, now } = this.options;
    const carrier = mail?.carrier;
    if (!mail || !carrier) return Promise.resolve();
    const run = this.#running
      .then(() => sendOutbox({ store, now, from: mail.from, origins: mail.origins, carrier }))
      .then(() => {});
    this.#running = run.catch(() => {});
    return run;
  }

  /** Resolves once no mail is being sent. */
  idle(): Promise<void> {
    return this.#running;
  }
}
