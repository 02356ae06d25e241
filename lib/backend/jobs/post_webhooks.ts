import { createHmac } from "node:crypto";
import { unseal } from "@/lib/backend/accounts/secrets.ts";
import { parsedEntry, readEntry } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry, Store } from "@/lib/backend/kv/store.ts";
import type { Origins } from "@/lib/backend/mail/letters.ts";
import { SHOWN_FOR_MS, TRIED_FOR_MS } from "@/lib/backend/mail/outbox.ts";
import { sealingKey } from "@/lib/backend/mail/sealing_key.ts";
import { type Posted, postWebhook, type WebhookWay } from "@/lib/backend/outside/webhook_post.ts";
import { type AlarmReportRecord, alarmReportRecord } from "@/lib/backend/records/alarms.ts";
import {
  type WebhookFailure,
  type WebhookRow,
  webhookRow,
} from "@/lib/backend/records/webhooks.ts";
import { withLease } from "./leases.ts";
import { retryAfterMs } from "./retries.ts";
import { RunFaults } from "./run_faults.ts";

export interface PostingOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  /** null where the settings want none to be posted. */
  readonly way: WebhookWay | null;
  /** Where the pages of alarms are. */
  origins(): Pick<Origins, "own">;
}

/** Posts taken up in one run: the next run takes the others. */
const POSTS_PER_RUN = 200;
/** Longer than one post may take, so that the lease lasts between two. */
const HOLD_MS = 120_000;

/**
 * Posts what is due to the webhooks of reports. A post that is not taken is tried again for three days, like a mail; the
 * others of its report wait with it.
 *
 * @spec alarms.webhooks
 * @returns null when another process is posting
 * @throws AggregateError naming the posts that could not be handled: the others were
 */
export function postWebhooks(options: PostingOptions): Promise<boolean | null> {
  const { store, now } = options;
  return withLease(store, "post webhooks", {
    holdMs: HOLD_MS,
    now,
    isIdle: async () => (await duePosts(options)).length === 0,
    work: async (lease) => {
      const faults = new RunFaults("posts");
      const resting = new Map<string, number>();
      for (const entry of await duePosts(options)) {
        if (!(await lease.renew())) break;
        await faults.try(idOf(entry.key), async () => {
          await postOne(options, parsedEntry(entry, webhookRow), resting);
        });
      }
      faults.end();
      return true;
    },
  });
}

/** Unparsed, so that a row that cannot be read stops no other. */
async function duePosts({ store, now }: PostingOptions): Promise<readonly Entry[]> {
  const [start, end] = [keys.webhookPost.under(), keys.webhookPost.under(now() + 1)];
  return await Array.fromAsync(store.list({ prefix: start, end }, { limit: POSTS_PER_RUN }));
}

/** @param resting reports whose webhook did not take a post in this run, and until when they wait */
async function postOne(
  options: PostingOptions,
  entry: Entry<WebhookRow>,
  resting: Map<string, number>,
): Promise<void> {
  const { store } = options;
  const { key, value: row } = entry;
  const name = row.report.join("/");
  const until = resting.get(name);
  if (until !== undefined) return await moveTo(options, entry, { row, nextAt: until });
  const { value: report } = await readEntry(store, row.report, alarmReportRecord);
  if (report === null || report.webhookUrl === "") {
    await store.atomic().check(entry).delete(key).commit();
    return;
  }
  const posted = await post(options, entry, report);
  const nextAt = await settle(options, entry, posted);
  if (nextAt !== null) resting.set(name, nextAt);
}

async function post(
  { store, now, way, origins }: PostingOptions,
  { key, value: { content: { path, ...content } } }: Entry<WebhookRow>,
  { webhookUrl, webhookSeal }: AlarmReportRecord,
): Promise<Posted> {
  if (way === null) return { outcome: "refused", answer: "webhooks are off" };
  const secret = await unseal({ sealed: webhookSeal, secret: await sealingKey(store) });
  if (secret === null) return { outcome: "refused", answer: "no secret" };
  const sentAt = new Date(now()).toISOString();
  const { own } = origins();
  const id = idOf(key);
  const body = JSON.stringify({ id, sentAt, ...content, url: own === null ? null : own + path });
  const headers = {
    "content-type": "application/json",
    "x-delivery": id,
    "x-timestamp": sentAt,
    "x-signature": webhookSignature(secret, body),
  };
  return await postWebhook({ url: webhookUrl, headers, body }, way);
}

/** What the header X-Signature says of a body, its instant included. */
function webhookSignature(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** @returns until when the report's other posts wait; null when this one was taken or given up */
async function settle(
  options: PostingOptions,
  entry: Entry<WebhookRow>,
  posted: Posted,
): Promise<number | null> {
  const { store, now } = options;
  const { key, value: row } = entry;
  const failureKey = keys.webhookFailure(row.report.at(-2) ?? "", row.report.at(-1) ?? "");
  if (posted.outcome === "sent") {
    await store.atomic().check(entry).delete(key).delete(failureKey).commit();
    return null;
  }
  const attempts = row.attempts + 1;
  const nextAt = now() + retryAfterMs(attempts);
  const isGivenUp = posted.outcome === "refused" || nextAt >= row.queuedAt + TRIED_FOR_MS;
  const failure: WebhookFailure = {
    at: new Date(now()).toISOString(),
    answer: posted.answer,
    isGivenUp,
  };
  await store.atomic().set(failureKey, failure, { expireIn: SHOWN_FOR_MS }).commit();
  if (!isGivenUp) {
    await moveTo(options, entry, { row: { ...row, attempts }, nextAt });
    return nextAt;
  }
  await store.atomic().check(entry).delete(key).commit();
  return null;
}

async function moveTo(
  { store }: PostingOptions,
  entry: Entry<WebhookRow>,
  { row, nextAt }: { readonly row: WebhookRow; readonly nextAt: number },
): Promise<void> {
  await store.atomic().check(entry).delete(entry.key)
    .set(keys.webhookPost(nextAt, idOf(entry.key)), row).commit();
}
