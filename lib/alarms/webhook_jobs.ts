/** Queues the webhooks of alarm changes and posts them, again after failures. @module */

import { createHmac } from "node:crypto";
import type { Services } from "@/lib/api/services.ts";
import { chunk } from "@/lib/base/concurrency.ts";
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
  getAll,
  idOf,
  type Key,
  readable,
  readById,
  readEntry,
  type Store,
  type StoreClock,
  unchanged,
} from "@/lib/store/store.ts";
import { listLenient } from "@/lib/store/unreadable_values.ts";
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
import { type PostResult, postWebhook, type WebhookWay } from "./webhook_client.ts";

/** Maximum number of due posts that a run reads. */
const MOST_LISTED = 1_000;
/** Maximum number of posts of one report in a run: its others leave room for those of other landlords. */
const MOST_OF_REPORT = 100;
/** Number of posts moved in one commit: the store allows 100 checks. */
const MOVED_TOGETHER = 100;

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

/** Posts with the first of each report first, then the second of each: those of a report stay in their order. */
function inTurns(rows: readonly Entry<WebhookRow>[]): readonly Entry<WebhookRow>[] {
  const byReport = Map.groupBy(rows, ({ value }) => reportOf(value));
  return [...byReport.values()]
    .flatMap((own) => own.map((row, turn) => ({ row, turn })))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ row }) => row);
}

/** The keys of waiting posts, by report. */
type KeysByReport = ReadonlyMap<string, readonly Key[]>;

/** The waiting posts of a run: all are listed once, when the first report fails. */
class WaitingPosts {
  /** By whether they are due. */
  readonly #listed = new Map<boolean, Promise<KeysByReport>>();

  constructor(private readonly options: StoreClock) {}

  /**
   * Delays a post and the other due ones of its report, the newest first: after an interruption the oldest are still
   * those sent first. Posts queued since the first report failed are delayed by the next run.
   *
   * @param dueMs epoch ms
   */
  async putOffAll(entry: Entry<WebhookRow>, dueMs: number): Promise<void> {
    const { store, now } = this.options;
    const nowMs = now();
    // A post delayed before the clock was set back has others after it.
    const isDue = Number(entry.key[keys.webhookPost.under().length]) <= nowMs;
    const listed = await this.#listed.getOrInsertComputed(isDue, () => this.#list(isDue, nowMs));
    const own = listed.get(reportOf(entry.value)) ?? [];
    for (const some of chunk(own.toReversed(), MOVED_TOGETHER)) {
      // Read again: the run has sent some of them since.
      const rows = readable(await getAll(store, some), webhookRow);
      const atomic = store.atomic().check(...rows);
      for (const { key, value } of rows) {
        atomic.delete(key).set(keys.webhookPost(dueMs, idOf(key)), value);
      }
      await atomic.commit();
    }
  }

  async #list(isDue: boolean, nowMs: number): Promise<KeysByReport> {
    const prefix = keys.webhookPost.under();
    const due = { prefix, ...isDue && { end: keys.webhookPost.under(nowMs + 1) } };
    const byReport = new Map<string, Key[]>();
    await listLenient(async () => {
      for await (const entry of this.options.store.list(due)) {
        for (const { key, value } of readable([entry], webhookRow)) {
          byReport.getOrInsertComputed(reportOf(value), () => []).push(key);
        }
      }
    });
    return byReport;
  }
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
    faults.leaveOut(due.unread);
    const budget = new RunBudget(options.now);
    const pending = new WaitingPosts(options);
    for (const row of inTurns(due.rows)) {
      if (!budget.allows(row.value)) continue;
      if (!(await lease.renew())) break;
      await faults.try(
        idOf(row.key),
        () => budget.spend(row.value, () => postOne({ ...options, pending }, row)),
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
  options: PostingOptions & { readonly pending: WaitingPosts },
  entry: Entry<WebhookRow>,
): Promise<boolean> {
  const { store, now, pending } = options;
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
    await pending.putOffAll(entry, failed.untilMs);
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
  await pending.putOffAll(entry, failure.untilMs);
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
