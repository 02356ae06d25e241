/** Opens the configured store and platform, and starts its jobs. @module */

import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import { Upstream } from "@/lib/api/upstream.ts";
import { pause } from "@/lib/base/concurrency.ts";
import { isReachableSender } from "@/lib/base/typed_formats.ts";
import { S3 } from "@/lib/files/s3.ts";
import { isInfected } from "@/lib/files/virus_scanner.ts";
import { AdictService } from "@/lib/gas/grdf_client.ts";
import { pullAdict } from "@/lib/gas/pull_job.ts";
import { newFirstRunCode } from "@/lib/identity/accounts.ts";
import { staySubscribed } from "@/lib/ingest/mqtt/subscriber.ts";
import type { MailWay } from "@/lib/mail/send_outbox.ts";
import { SmtpCarrier } from "@/lib/mail/smtp.ts";
import { Versions } from "@/lib/store/cache.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { giveBackFreePages, storeFileAt } from "@/lib/store/store_file.ts";
import { logFault } from "@/lib/web/access_log.ts";
import type { AppConfig } from "@/lib/web/config.ts";
import { epochMs, stopping } from "@/lib/web/process.ts";
import { isLoopback, ownUrl } from "@/lib/web/settings.ts";
import { PublicFiles } from "@/lib/weather/public_files.ts";
import { fetchStations } from "@/lib/weather/station_job.ts";
import { Platform } from "./platform.ts";
import { startCrons } from "./schedule.ts";
import type { DocumentOptions } from "./services.ts";

/**
 * Opens the configured store and the platform on it.
 *
 * @throws StoreUnavailable with a message for the operator
 */
export async function openPlatform(config: AppConfig): Promise<Platform> {
  const store = await openStore(config.kvPath, {
    operationLimitMs: config.storeTimeoutMs,
    report: (sentence) => logFault("store", sentence),
    readsUnwritable: true,
  });
  const now = epochMs;
  const upstream = config.apiHost === null ? null : new Upstream({
    origin: config.apiHost,
    store,
    versions: new Versions(store, now),
    now,
    oauth: config.oauth,
  });
  const { demo, rates, addressApi, readingYears, providerLinkDays, oauth } = config;
  return new Platform({
    storeFile: () => storeFileAt(config.kvPath),
    store,
    now,
    demo,
    rates,
    readingYears,
    providerLinkDays,
    documents: documentOptions(config, now),
    upstream,
    addressApi,
    mail: mailWay(config),
    oauth,
    logFault: logFault,
  });
}

function documentOptions(
  { maxDocumentBytes: maxBytes, bucket, scanner }: AppConfig,
  now: () => number,
): DocumentOptions {
  return {
    maxBytes,
    ...bucket !== null && { s3: new S3({ ...bucket, now }) },
    ...scanner !== null && { isInfected: (bytes: Uint8Array) => isInfected(bytes, scanner) },
  };
}

function mailWay(config: AppConfig): MailWay {
  const { smtpUrl, mailFrom, publicUrl, appUrls, isLocal, loginPath } = config;
  let own = publicUrl ?? ownUrl(config);
  return {
    carrier: smtpUrl === null ? null : new SmtpCarrier(smtpUrl),
    from: mailFrom,
    origins: () => ({ own, apps: appUrls, loginPath }),
    // On one machine, `deno task mail` writes queued mails.
    offersReset: smtpUrl !== null || isLocal,
    // With port 0, the origin comes from requests, whose Host header must name this machine.
    ...(own === null && isLocal && {
      sees: (url: URL) => {
        if (own === null && isLoopback(url.hostname)) own = url.origin;
      },
    }),
  };
}

/** Prints the code that creates the first account, while there is none. */
export async function announceFirstRun({ options }: Platform): Promise<void> {
  if (options.upstream !== null) return;
  const code = await ignoreStoreFailure(newFirstRunCode(options.store));
  if (code === null) return;
  console.log(`No account yet: create the first one at /first-run with the code ${code}`);
}

/** Prints that mails leave from an address without a mailbox. @spec mail.returned */
export function announceSender(
  { smtpUrl, mailFrom }: Pick<AppConfig, "smtpUrl" | "mailFrom">,
): void {
  if (smtpUrl === null || isReachableSender(mailFrom)) return;
  console.log(`MAIL_FROM: ${mailFrom} has no mailbox; servers may refuse its mails`);
}

type JobSettings = Pick<AppConfig, "adict" | "kvPath" | "mqtt" | "weatherFiles" | "webhooks">;

/** Starts the jobs of the store and stops everything at the end of the program. */
export function startJobs(platform: Platform, config: JobSettings): void {
  const { upstream, store, now, mail } = platform.options;
  const signal = stopping();
  if (upstream !== null) return;
  const { watcher, own: { services } } = platform;
  const weather = config.weatherFiles === null ? null : new PublicFiles(config.weatherFiles);
  const way = config.webhooks === "off" ? null : { allowsPrivate: config.webhooks === "any" };
  const origins = () => ({ own: mail?.origins().own ?? null });
  signal.addEventListener("abort", () => void watcher.close());
  startCrons({
    timer: platform.timer,
    store,
    services,
    watcher,
    now,
    sendMails: () => platform.sendMails(),
    pullGas: gasPulling(platform, config),
    fetchWeather: async () => weather && await fetchStations({ services, files: weather }),
    postWebhooks: () => postWebhooks({ store, now, way, origins }),
    giveBackSpace: (stopped) => giveBackFreePages(config.kvPath, stopped),
    sweepFiles: () => services.documents.files.sweep(),
    logFault: logFault,
    stopping: signal,
  });
  if (config.mqtt === null) return;
  void staySubscribed({
    ...config.mqtt,
    store,
    now,
    collectorOf: (projectId) => platform.collectorAt(projectId),
    report: (sentence) => logFault("mqtt", sentence),
    stopping: signal,
  });
}

/** The daily job that fetches readings from GRDF; none without a configured client. */
function gasPulling(
  { own: { services } }: Platform,
  { adict }: Pick<AppConfig, "adict">,
): () => Promise<unknown> {
  if (adict === null) return () => Promise.resolve();
  const service = new AdictService({
    ...adict,
    scope: new URL(adict.api).pathname,
    now: services.now,
    pause,
  });
  return () => pullAdict({ ...services, adict: service });
}
