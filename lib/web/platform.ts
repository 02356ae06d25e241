import type { AppConfig } from "@/fresh.config.ts";
import { newFirstRunCode } from "@/lib/backend/accounts/accounts.ts";
import { Versions } from "@/lib/backend/cache/versions.ts";
import { Platform } from "@/lib/backend/choose.ts";
import { pause } from "@/lib/backend/core/pause.ts";
import type { DocumentOptions } from "@/lib/backend/embedded/own_store.ts";
import { startCrons } from "@/lib/backend/jobs/crons.ts";
import type { MailWay } from "@/lib/backend/jobs/mail_sender.ts";
import { postWebhooks } from "@/lib/backend/jobs/post_webhooks.ts";
import { pullAdict } from "@/lib/backend/jobs/pull_adict.ts";
import { giveBackFreePages } from "@/lib/backend/kv/free_pages.ts";
import { openStore } from "@/lib/backend/kv/open.ts";
import { unlessStoreFails } from "@/lib/backend/kv/store_fault.ts";
import { storeFileAt } from "@/lib/backend/kv/store_file.ts";
import { SmtpCarrier } from "@/lib/backend/mail/transport.ts";
import { AdictService } from "@/lib/backend/outside/adict_service.ts";
import { isInfected } from "@/lib/backend/outside/clamd.ts";
import { S3 } from "@/lib/backend/outside/s3.ts";
import { Upstream } from "@/lib/backend/upstream/upstream.ts";
import { isReachableSender } from "@/lib/domain/platform/mail_sender.ts";
import { epochMs } from "./clock.ts";
import { reportFault } from "./front/access_log.ts";
import { isLoopback, ownUrl } from "./front/loopback.ts";
import { stopping } from "./stopping.ts";

/**
 * Opens the configured store and the platform on it.
 *
 * @throws StoreUnavailable with a message for the operator
 */
export async function openPlatform(config: AppConfig): Promise<Platform> {
  const store = await openStore(config.kvPath, {
    operationLimitMs: config.storeTimeoutMs,
    report: (sentence) => reportFault("store", sentence),
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
    reportFault,
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
  const code = await unlessStoreFails(newFirstRunCode(options.store));
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

type JobSettings = Pick<AppConfig, "adict" | "kvPath" | "webhooks">;

/** Starts the jobs of the store and stops everything at the end of the program. */
export function startJobs(platform: Platform, config: JobSettings): void {
  const { upstream, store, now, mail } = platform.options;
  const signal = stopping();
  if (upstream !== null) return;
  const { watcher, own: { services } } = platform;
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
    postWebhooks: () => postWebhooks({ store, now, way, origins }),
    giveBackSpace: (stopped) => giveBackFreePages(config.kvPath, stopped),
    sweepFiles: () => services.documents.files.sweep(),
    reportFault,
    stopping: signal,
  });
}

/** The daily job that fetches readings from GRDF; none without a configured client. */
function gasPulling(
  { options: { store, now } }: Platform,
  { adict }: Pick<AppConfig, "adict">,
): () => Promise<unknown> {
  if (adict === null) return () => Promise.resolve();
  const service = new AdictService({ ...adict, scope: new URL(adict.api).pathname, now, pause });
  return () => pullAdict({ store, now, adict: service });
}
