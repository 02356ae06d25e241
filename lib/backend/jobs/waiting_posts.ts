import { groupsOf } from "@/lib/backend/core/groups.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, idOf, readable, type StoreClock } from "@/lib/backend/kv/store.ts";
import { type WebhookRow, webhookRow } from "@/lib/backend/records/webhooks.ts";
import { type DueRows, dueRows } from "./due_rows.ts";

/** Maximum number of due posts that a run reads. */
const MOST_LISTED = 1_000;
/** Maximum number of posts of one report in a run: its others leave room for those of other landlords. */
const MOST_OF_REPORT = 100;
/** Number of posts moved in one commit: the store allows 100 checks. */
const MOVED_TOGETHER = 100;

/** What posts of one report have in common. */
export function reportOf({ report }: WebhookRow): string {
  return report.join();
}

/** The due posts of a run, the oldest of each report. */
export function duePosts({ store, now }: StoreClock): Promise<DueRows<WebhookRow>> {
  return dueRows(store, now(), {
    under: keys.webhookPost.under,
    schema: webhookRow,
    longestMs: ({ putOffMs }) => putOffMs,
    limit: MOST_LISTED,
    owned: { ownerOf: reportOf, most: MOST_OF_REPORT },
  });
}

/** Posts with the first of each report first, then the second of each: those of a report stay in their order. */
export function inTurns(rows: readonly Entry<WebhookRow>[]): readonly Entry<WebhookRow>[] {
  const byReport = Map.groupBy(rows, ({ value }) => reportOf(value));
  return [...byReport.values()]
    .flatMap((own) => own.map((row, turn) => ({ row, turn })))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ row }) => row);
}

/**
 * Delays a post and the other due ones of its report, the newest first: after an interruption the oldest are still those
 * sent first.
 *
 * @param dueMs epoch ms
 */
export async function putOffAll(
  { store, now }: StoreClock,
  { entry, dueMs }: { readonly entry: Entry<WebhookRow>; readonly dueMs: number },
): Promise<void> {
  const nowMs = now();
  const prefix = keys.webhookPost.under();
  // A post delayed before the clock was set back has others after it.
  const isDue = Number(entry.key[prefix.length]) <= nowMs;
  const listed = store.list({ prefix, ...isDue && { end: keys.webhookPost.under(nowMs + 1) } });
  const report = reportOf(entry.value);
  const rows = readable(await Array.fromAsync(listed), webhookRow, () => {})
    .filter(({ value }) => reportOf(value) === report)
    .toReversed();
  for (const some of groupsOf(rows, MOVED_TOGETHER)) {
    const atomic = store.atomic().check(...some);
    for (const { key, value } of some) {
      const moved = { ...value, putOffMs: dueMs - nowMs };
      atomic.delete(key).set(keys.webhookPost(dueMs, idOf(key)), moved);
    }
    await atomic.commit();
  }
}
