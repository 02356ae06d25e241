import type { JobTimer } from "@/lib/backend/core/job_timer.ts";
import type { AlarmWatcher } from "@/lib/backend/embedded/alarms/watcher.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { recordedRun } from "@/lib/backend/records/job_runs.ts";
import { type JobName, JOBS } from "@/lib/domain/platform/jobs.ts";
import { type CompactionOptions, compactManyAtOnce } from "./compact_many.ts";
import { compactSeries } from "./compact_series.ts";
import { mailAlarms } from "./mail_alarms.ts";
import { mailDocuments } from "./mail_documents.ts";
import { mailReports } from "./mail_reports.ts";
import { mailVerdicts } from "./mail_verdicts.ts";
import { makeAllDocuments } from "./make_documents.ts";
import { makeReports } from "./make_reports.ts";
import { purgeSeries } from "./purge_series.ts";
import { runDocumentActions } from "./run_document_actions.ts";
import { longestStepMs, withinSteps } from "./steps.ts";
import { sweep } from "./sweep.ts";
import { watchAlarms } from "./watch_alarms.ts";

interface JobOptions extends CompactionOptions {
  timer: JobTimer;
  services: Services;
  watcher: AlarmWatcher;
  sendMails(): Promise<void>;
  /** Asks GRDF for the readings that are due. */
  pullGas(): Promise<unknown>;
  postWebhooks(): Promise<unknown>;
  /** Removes the files of interrupted deposits. */
  sweepFiles(): Promise<unknown>;
  /** Releases free pages of the store's file to the disk. */
  giveBackSpace(stopping: AbortSignal): Promise<unknown>;
}

/** Starts every job, until the program stops. */
export function startCrons(options: JobOptions): void {
  const { timer, store, services, watcher, now, sendMails, pullGas, postWebhooks } = options;
  const { sweepFiles, giveBackSpace, reportFault, stopping } = options;
  compactManyAtOnce({ store, now, reportFault, stopping });
  wholeStep("compact series", () => compactSeries(store, now));
  cron("send outbox", sendMails);
  cron("pull adict", pullGas);
  cron("purge series", () => purgeSeries(store, now));
  wholeStep("sweep files", () => sweep({ store, now, sweepFiles }));
  wholeStep("give back space", () => giveBackSpace(stopping));
  cron("make documents", () => makeAllDocuments(services));
  cron("run document actions", () => runDocumentActions(services));
  cron("mail verdicts", () => mailVerdicts(services));
  cron("mail documents", () => mailDocuments(services));
  cron("make reports", () => makeReports(services));
  cron("mail reports", () => mailReports(services));
  cron("watch alarms", () => watchAlarms({ store, now, watcher }));
  cron("mail alarms", () => mailAlarms(services));
  cron("post webhooks", postWebhooks);
  timer.start(stopping);

  /** Registers a job that several processes may run at the same time. */
  function wholeStep(name: JobName, work: () => Promise<unknown>): void {
    cron(name, () => withinSteps(longestStepMs(name), work));
  }

  function cron(name: JobName, work: () => Promise<unknown>): void {
    // A fault is reported, and the next run retries: several processes may run the same job.
    const run = () =>
      recordedRun({ store, now }, name, work).catch((fault) => reportFault(name, fault));
    timer.add(name, JOBS[name].schedule, run);
  }
}
