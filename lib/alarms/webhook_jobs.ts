/** Queues the webhooks of alarm changes, and posts them in order, again after failures. @module */

import { createHmac } from "node:crypto";
import type { Services } from "@/lib/api/services.ts";
import { newId, unseal } from "@/lib/base/secrets.ts";
import type { Origins } from "@/lib/mail/letters.ts";
import { noteDelivery, sealingKey, SHOWN_FOR_MS, TRIED_FOR_MS } from "@/lib/mail/outbox.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { type DueRows, dueRows, isNone, retryAfterMs } from "@/lib/store/job_queue.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  idOf,
  readById,
  readEntry,
  type Store,
  type StoreClock,
  unchanged,
} from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import {
  type AlarmReportRecord,
  alarmReportRecord,
  type WebhookFailure,
  webhookFailure,
  type WebhookRow,
  webhookRow,
} from "./records.ts";
import type { PlacedReport } from "./report_data.ts";
import type { AlarmChange } from "./report_mails.ts";
import { type PostResult, postWebhook, type WebhookWay } from "./webhook_post.ts";

/** Maximum number of due posts that a run reads. */
const MOST_LISTED = 1_000;
/** Maximum number of posts of one report in a run, which one commit can delay: its others leave room for those of other landlords. */
const MOST_OF_REPORT = 100;
/** Time after which a run leaves the other posts of a report to the next run, in their order, ms. */
const MOST_PER_REPORT_MS = 30_000;

/** What posts of one report have in common. */
function reportOf({ report }: WebhookRow): string {
  return report.join();
}

/** The due posts of a run, the oldest of each report. */
function duePosts({ store, now }: StoreClock): Promise<DueRows<WebhookRow>> {
  return dueRows(store, now(), {
    under: keys.webhookPost.under,
    schema: webhookRow,
    limit: MOST_LISTED,
    owned: { ownerOf: reportOf, most: MOST_OF_REPORT },
  });
}

interface PostingOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  /** null when the settings disable webhooks. */
  readonly way: WebhookWay | null;
  /** Origin of the pages of alarms. */
  origins(): Pick<Origins, "own">;
}

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
    faults.leaveOut(due.unread);
    for (const own of Map.groupBy(due.rows, ({ value }) => reportOf(value)).values()) {
      const untilMs = options.now() + MOST_PER_REPORT_MS;
      for (const [position, row] of own.entries()) {
        if (options.now() >= untilMs) break;
        if (!await lease.renew()) return true;
        let waitsMs: number | null = null;
        const isDone = await faults.try(idOf(row.key), async () => {
          waitsMs = await postOne(options, row);
        });
        if (waitsMs !== null) await putOff(options.store, own.slice(position), waitsMs);
        if (!isDone || waitsMs !== null) break;
      }
    }
    return true;
  });
}

/** Delays posts of a report together: they stay in their order. @param dueMs epoch ms */
async function putOff(
  store: Store,
  rows: readonly Entry<WebhookRow>[],
  dueMs: number,
): Promise<void> {
  const atomic = store.atomic().check(...rows);
  for (const { key, value } of rows) {
    atomic.delete(key).set(keys.webhookPost(dueMs, idOf(key)), value);
  }
  await atomic.commit();
}

/** @returns until when the posts of its report wait, epoch ms; null when the next one may be posted */
async function postOne(
  options: PostingOptions,
  entry: Entry<WebhookRow>,
): Promise<number | null> {
  const { store, now } = options;
  const { key, value: { report: reportKey } } = entry;
  const { value: report } = await readEntry(store, reportKey, alarmReportRecord);
  if (report === null || report.webhookUrl === "") {
    await store.atomic().check(entry).delete(key).commit();
    return null;
  }
  const ownerId = reportKey.at(-2) ?? "";
  const failureKey = keys.webhookFailure(ownerId, reportKey.at(-1) ?? "");
  const last = await readEntry(store, failureKey, webhookFailure);
  const failed = last.value?.url === report.webhookUrl ? last.value : null;
  if (failed !== null && isWaiting(failed, now())) return failed.untilMs;
  const posted = await post(options, entry, report);
  if (posted.outcome === "sent") {
    const atomic = store.atomic().check(entry).delete(key);
    if (last.value !== null) noteDelivery(atomic.delete(failureKey), ownerId);
    await atomic.commit();
    return null;
  }
  const failure = failureOf(posted, { now: now(), row: entry.value, report, failed });
  // When another process has posted meanwhile, its result is not overwritten.
  const atomic = store.atomic().check(entry, unchanged(last))
    .set(failureKey, failure, { expireIn: SHOWN_FOR_MS });
  noteDelivery(atomic, ownerId);
  if (failure.isGivenUp) atomic.delete(key);
  const { ok } = await atomic.commit();
  return ok && !failure.isGivenUp ? failure.untilMs : null;
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

/** Queues a post for each change, in the commit of its mail. @spec alarms.webhooks */
export async function queueWebhooks(
  { store, now }: Services,
  atomic: Atomic,
  { orgId, placed, changes }: {
    readonly orgId: string;
    readonly placed: PlacedReport;
    readonly changes: readonly AlarmChange[];
  },
): Promise<void> {
  const { report, key } = placed;
  if (report.webhookUrl === "") return;
  const ids = changes.map(({ alarm }) => alarm.projectId);
  const projects = await readById(store, ids, keys.project, projectRecord);
  for (const [position, { kind, alarm }] of changes.entries()) {
    const { id, projectId, boilerRoomId, buildingId, houseId, equipmentId } = alarm;
    const { handler, scope, message, start, end, childCount } = alarm;
    const row: WebhookRow = {
      report: key.map(String),
      content: {
        event: kind,
        report: { id: placed.id, name: report.name },
        organisation: { id: orgId },
        residence: { id: projectId, name: projects.get(projectId)?.name ?? "" },
        place: { boilerRoomId, buildingId, houseId, equipmentId },
        alarm: { id, handler, scope, message, start, end, childCount },
        path: links.alarm(projectId, id),
      },
      queuedAt: now(),
    };
    atomic.set(keys.webhookPost(now(), postId(now(), position)), row);
  }
}

/** Ids of posts sort in the order of their changes, so that waiting posts are sent in it. */
function postId(nowMs: number, position: number): string {
  const [time, place] = [nowMs, position].map((part) => part.toString(36).padStart(9, "0"));
  return `${time}-${place}-${newId()}`;
}
