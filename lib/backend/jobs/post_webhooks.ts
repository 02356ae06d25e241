import { createHmac } from "node:crypto";
import { unseal } from "@/lib/backend/accounts/secrets.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, idOf, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import type { Origins } from "@/lib/backend/mail/letters.ts";
import { SHOWN_FOR_MS, TRIED_FOR_MS } from "@/lib/backend/mail/outbox.ts";
import { noteDelivery } from "@/lib/backend/mail/refusals.ts";
import { sealingKey } from "@/lib/backend/mail/sealing_key.ts";
import {
  type PostResult,
  postWebhook,
  type WebhookWay,
} from "@/lib/backend/outside/webhook_post.ts";
import { type AlarmReportRecord, alarmReportRecord } from "@/lib/backend/records/alarms.ts";
import {
  type WebhookFailure,
  webhookFailure,
  type WebhookRow,
} from "@/lib/backend/records/webhooks.ts";
import { failUnread, isNone } from "./due_rows.ts";
import { leasedRun } from "./leased_run.ts";
import { retryAfterMs } from "./retries.ts";
import { duePosts, inTurns, reportOf, WaitingPosts } from "./waiting_posts.ts";

interface PostingOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  /** null when the settings disable webhooks. */
  readonly way: WebhookWay | null;
  /** Origin of the pages of alarms. */
  origins(): Pick<Origins, "own">;
}

/** Maximum number of posts in one run: the next run sends the others. */
const POSTS_PER_RUN = 200;
/** Time after which a run leaves the other posts of a report to the next run, in their order, ms. */
const MOST_PER_REPORT_MS = 30_000;

/**
 * Sends the due posts to the webhooks of reports, in order. A failed post is retried for three days, like a mail; the
 * other posts of its report wait.
 *
 * @spec alarms.webhooks
 * @returns null when another process is posting
 * @throws AggregateError naming the posts that failed: the others were handled
 */
export function postWebhooks(options: PostingOptions): Promise<boolean | null> {
  const job = {
    name: "post webhooks",
    subjects: "posts",
    isIdle: async () => isNone(await duePosts(options)),
  } as const;
  return leasedRun(options, job, async (lease, faults) => {
    const due = await duePosts(options);
    await failUnread(faults, due);
    const budget = new RunBudget(options.now);
    const waiting = new WaitingPosts(options);
    for (const row of inTurns(due.rows)) {
      if (!budget.allows(row.value)) continue;
      if (!(await lease.renew())) break;
      await faults.try(
        idOf(row.key),
        () => budget.spend(row.value, () => postOne({ ...options, waiting }, row)),
      );
    }
    return true;
  });
}

/** What a run has left for each report: the posts of a slow one must not delay those of other landlords. */
class RunBudget {
  readonly #spentMs = new Map<string, number>();
  #left = POSTS_PER_RUN;

  constructor(private readonly now: () => number) {}

  allows(row: WebhookRow): boolean {
    return this.#left > 0 && (this.#spentMs.get(reportOf(row)) ?? 0) < MOST_PER_REPORT_MS;
  }

  /** @param post resolves to false once the other posts of the report wait */
  async spend(row: WebhookRow, post: () => Promise<boolean>): Promise<void> {
    const report = reportOf(row);
    const startMs = this.now();
    this.#left--;
    let goesOn = false;
    try {
      goesOn = await post();
    } finally {
      const before = this.#spentMs.get(report) ?? 0;
      this.#spentMs.set(report, goesOn ? before + this.now() - startMs : Infinity);
    }
  }
}

/** @returns false when the other posts of its report wait, in their order */
async function postOne(
  options: PostingOptions & { readonly waiting: WaitingPosts },
  entry: Entry<WebhookRow>,
): Promise<boolean> {
  const { store, now, waiting } = options;
  const { key, value: { report: reportKey } } = entry;
  const { value: report } = await readEntry(store, reportKey, alarmReportRecord);
  if (report === null || report.webhookUrl === "") {
    await store.atomic().check(entry).delete(key).commit();
    return true;
  }
  const ownerId = reportKey.at(-2) ?? "";
  const failureKey = keys.webhookFailure(ownerId, reportKey.at(-1) ?? "");
  const last = await readEntry(store, failureKey, webhookFailure);
  const failed = last.value?.url === report.webhookUrl ? last.value : null;
  if (failed !== null && isWaiting(failed, now())) {
    await waiting.putOffAll(entry, failed.untilMs);
    return false;
  }
  const posted = await post(options, entry, report);
  if (posted.outcome === "sent") {
    const atomic = store.atomic().check(entry).delete(key);
    if (last.value !== null) noteDelivery(atomic.delete(failureKey), ownerId);
    await atomic.commit();
    return true;
  }
  const failure = failureOf(posted, { now: now(), row: entry.value, report, failed });
  // When another process has posted meanwhile, its result is not overwritten.
  const atomic = store.atomic().check(entry, unchanged(last))
    .set(failureKey, failure, { expireIn: SHOWN_FOR_MS });
  noteDelivery(atomic, ownerId);
  if (failure.isGivenUp) atomic.delete(key);
  const { ok } = await atomic.commit();
  if (!ok || failure.isGivenUp) return true;
  await waiting.putOffAll(entry, failure.untilMs);
  return false;
}

/** True before the next attempt; an attempt delayed before the clock was set back is made now. */
function isWaiting({ attempts, untilMs }: WebhookFailure, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + retryAfterMs(attempts);
}

async function post(
  { store, now, way, origins }: PostingOptions,
  { key, value: { content: { path, ...content } } }: Entry<WebhookRow>,
  { webhookUrl, webhookSeal }: AlarmReportRecord,
): Promise<PostResult> {
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

/** Value of the header X-Signature for a body, which contains its instant. */
function webhookSignature(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** The failure record of a webhook after a failed post. @param failed the previous record */
function failureOf(
  { outcome, answer }: Exclude<PostResult, { outcome: "sent" }>,
  { now, row, report, failed }: {
    readonly now: number;
    readonly row: WebhookRow;
    readonly report: AlarmReportRecord;
    readonly failed: WebhookFailure | null;
  },
): WebhookFailure {
  const at = new Date(now).toISOString();
  const { webhookUrl: url } = report;
  // The refusal concerns only this post: the next one is refused as fast.
  if (outcome === "refused") return { at, answer, isGivenUp: true, url, attempts: 0, untilMs: 0 };
  const attempts = (failed?.attempts ?? 0) + 1;
  const untilMs = now + retryAfterMs(attempts);
  const isGivenUp = untilMs >= row.queuedAt + TRIED_FOR_MS;
  return { at, answer, isGivenUp, url, attempts, untilMs };
}
