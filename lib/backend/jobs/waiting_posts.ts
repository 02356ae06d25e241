import { groupsOf } from "@/lib/backend/core/groups.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  type Entry,
  getAll,
  idOf,
  type Key,
  readable,
  type StoreClock,
} from "@/lib/backend/kv/store.ts";
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

/** The keys of waiting posts, by report. */
type KeysByReport = ReadonlyMap<string, readonly Key[]>;

/** The waiting posts of a run: all are listed once, when the first report fails. */
export class WaitingPosts {
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
    for (const some of groupsOf(own.toReversed(), MOVED_TOGETHER)) {
      // Read again: the run has sent some of them since.
      const rows = readable(await getAll(store, some), webhookRow, () => {});
      const atomic = store.atomic().check(...rows);
      for (const { key, value } of rows) {
        const moved = { ...value, putOffMs: dueMs - nowMs };
        atomic.delete(key).set(keys.webhookPost(dueMs, idOf(key)), moved);
      }
      await atomic.commit();
    }
  }

  async #list(isDue: boolean, nowMs: number): Promise<KeysByReport> {
    const prefix = keys.webhookPost.under();
    const due = { prefix, ...isDue && { end: keys.webhookPost.under(nowMs + 1) } };
    const byReport = new Map<string, Key[]>();
    for await (const entry of this.options.store.list(due)) {
      for (const { key, value } of readable([entry], webhookRow, () => {})) {
        byReport.getOrInsertComputed(reportOf(value), () => []).push(key);
      }
    }
    return byReport;
  }
}
