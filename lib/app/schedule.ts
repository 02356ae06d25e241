/** The schedule of the jobs. @module */

import { type AlarmWatcher, watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import type { Services } from "@/lib/api/services.ts";
import { mailReports } from "@/lib/consumption_reports/mail_jobs.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { mailVerdicts } from "@/lib/documents/verdict_mails.ts";
import { recordedRun } from "@/lib/platform/job_records.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { mailLetters } from "@/lib/portfolio/letters.ts";
import { makeFigures } from "@/lib/portfolio/stored_figures.ts";
import {
  type CompactionOptions,
  compactManyAtOnce,
  compactSeries,
} from "@/lib/series/compaction_jobs.ts";
import { type JobName, JOBS } from "@/lib/store/jobs.ts";
import { longestStepMs, withinSteps } from "@/lib/store/leases.ts";
import type { JobTimer } from "./job_timer.ts";
import { sweep } from "./sweep.ts";

interface JobOptions extends CompactionOptions {
  timer: JobTimer;
  services: Services;
  watcher: AlarmWatcher;
  sendMails(): Promise<void>;
  /** Asks GRDF for the readings that are due. */
  pullGas(): Promise<unknown>;
  /** Fetches the days of public weather stations that are due. */
  fetchWeather(): Promise<unknown>;
  postWebhooks(): Promise<unknown>;
  /** Removes the files of interrupted deposits. */
  sweepFiles(): Promise<unknown>;
  /** Releases free pages of the store's file to the disk. */
  giveBackSpace(stopping: AbortSignal): Promise<unknown>;
}

/** Starts every job, until the program stops. */
export function startCrons(options: JobOptions): void {
  const { timer, store, services, watcher, now, sendMails, pullGas, fetchWeather, postWebhooks } =
    options;
  const { sweepFiles, giveBackSpace, logFault, stopping } = options;
  compactManyAtOnce({ store, now, logFault, stopping });
  wholeStep("compact series", () => compactSeries(store, now));
  cron("send outbox", sendMails);
  cron("pull adict", pullGas);
  cron("fetch weather", fetchWeather);
  cron("purge series", () => purgeSeries(store, now));
  wholeStep("sweep files", () => sweep({ store, now, sweepFiles }));
  wholeStep("give back space", () => giveBackSpace(stopping));
  cron("make documents", () => makeAllDocuments(services));
  cron("run document actions", () => runDocumentActions(services));
  cron("mail verdicts", () => mailVerdicts(services));
  cron("mail documents", () => mailDocuments(services));
  cron("make reports", () => makeReports(services));
  cron("mail reports", () => mailReports(services));
  cron("mail letters", () => mailLetters(services));
  cron("watch alarms", () => watchAlarms({ store, now, watcher }));
  cron("make figures", () => makeFigures(services));
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
      recordedRun({ store, now }, name, work).catch((fault) => logFault(name, fault));
    timer.add(name, JOBS[name].schedule, run);
  }
}
