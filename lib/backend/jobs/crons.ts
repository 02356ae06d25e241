import type { Store } from "../kv/store.ts";
import { compactSeries } from "./compact_series.ts";

/** What the jobs lean on. */
export interface JobOptions {
  store: Store;
  /** Epoch ms. */
  now(): number;
  /** Sends the mails that are due. */
  sendMails(): Promise<void>;
  reportFault(job: string, fault: unknown): void;
  /** Aborted when the program stops: a registered job would keep its process alive. */
  stopping: AbortSignal;
}

/** Registers every job; called at the top level of the program, as `Deno.cron` wants. */
export function registerCrons({ store, now, sendMails, reportFault, stopping }: JobOptions): void {
  cron("compact series", "*/5 * * * *", () => compactSeries(store, now));
  cron("send outbox", "* * * * *", sendMails);

  function cron(name: string, schedule: string, work: () => Promise<unknown>): void {
    // A fault is reported, and the next run tries again: several processes may run the same job.
    const run = () => work().then(() => {}, (fault) => reportFault(name, fault));
    Deno.cron(name, schedule, { signal: stopping }, run);
  }
}
