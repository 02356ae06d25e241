/** Lists the due rows of a queue and the delay before each retry. @module */

import type { ZodType } from "zod";
import { MINUTE_MS } from "@/lib/base/durations.ts";
import { CLOCKS_DIFFER_MS } from "./expiry.ts";
import { type Entry, type Key, readable, type Store } from "./store.ts";
import { listLenient, type Unread } from "./unreadable_values.ts";

/** Waiting rows, whose keys start with their due time, epoch ms. */
interface Queue<T> {
  /** The keys of the rows due from an instant on; of all rows by default. */
  under(...fromMs: [] | [fromMs: number]): Key;
  readonly schema: ZodType<T>;
  readonly limit: number;
  /** Number of the newest rows in a run that cannot contain all: they do not wait for the others. 0 by default. */
  readonly newestCount?: number;
  /** Rows of one owner, of which a run takes a number at most: they do not delay those of others. */
  readonly owned?: { ownerOf(row: T): string; readonly most: number };
}

export interface DueRows<T> {
  readonly rows: readonly Entry<T>[];
  /** Unreadable rows that the run skipped: they do not count towards the limit. */
  readonly unread: Unread;
}

/** Maximum number of rows listed by a run, including unreadable ones. */
const MOST_LISTED = 10_000;

/**
 * The rows that are due: first those that wait longer than the longest delay, because the clock was set back, then the
 * oldest ones, and the newest ones when not all fit in one run.
 *
 * @spec mail.set-back-clock, mail.unreadable-rows
 */
export async function dueRows<T>(
  store: Store,
  nowMs: number,
  queue: Queue<T>,
): Promise<DueRows<T>> {
  const { limit, newestCount = 0 } = queue;
  const rows = (await listLenient(() => rowsOfOtherClock(store, nowMs, queue))).value;
  const found: FoundRows<T> = { rows, listed: new Set(rows.map(({ key }) => key.join("/"))) };
  const { unread } = await listLenient(async () => {
    await addDue(store, { nowMs, queue, upTo: limit - newestCount, reverse: false }, found);
    if (newestCount > 0 && rows.length >= limit - newestCount) {
      await addDue(store, { nowMs, queue, upTo: limit, reverse: true }, found);
    }
  });
  return { rows, unread };
}

interface FoundRows<T> {
  readonly rows: Entry<T>[];
  /** Keys of the rows found before, also of unreadable ones. */
  readonly listed: Set<string>;
}

/** Adds due rows, the oldest or the newest first, up to a number of rows or to one that was found before. */
async function addDue<T>(
  store: Store,
  { nowMs, queue: { under, schema, limit, owned }, upTo, reverse }: {
    readonly nowMs: number;
    readonly queue: Queue<T>;
    readonly upTo: number;
    readonly reverse: boolean;
  },
  { rows, listed }: FoundRows<T>,
): Promise<void> {
  const known = new Set(listed);
  const takes = owned === undefined ? () => true : quota(owned, rows);
  const due = { prefix: under(), end: under(nowMs + 1) };
  for await (
    const entry of store.list(due, { limit: MOST_LISTED, batchSize: limit, reverse })
  ) {
    const name = entry.key.join("/");
    if (rows.length >= upTo || known.has(name)) break;
    listed.add(name);
    rows.push(...readable([entry], schema).filter(({ value }) => takes(value)));
  }
}

/** Whether a run takes one more row of the owner of a row, asked once for each. */
function quota<T>(
  { ownerOf, most }: NonNullable<Queue<T>["owned"]>,
  claimed: readonly Entry<T>[],
): (row: T) => boolean {
  const counts = new Map<string, number>();
  const takes = (row: T) => {
    const owner = ownerOf(row);
    const count = counts.get(owner) ?? 0;
    if (count >= most) return false;
    counts.set(owner, count + 1);
    return true;
  };
  for (const { value } of claimed) takes(value);
  return takes;
}

/** True when nothing is due, and there is no fault to report. */
export function isNone<T>({ rows, unread }: DueRows<T>): boolean {
  return rows.length + unread.size === 0;
}

/** Rows that wait longer than any delay, counted from now: none unless the clock was set back. */
async function rowsOfOtherClock<T>(
  store: Store,
  nowMs: number,
  { under, schema, limit }: Queue<T>,
): Promise<Entry<T>[]> {
  const later = { prefix: under(), start: under(nowMs + LONGEST_DELAY_MS + CLOCKS_DIFFER_MS) };
  return readable(await Array.fromAsync(store.list(later, { limit })), schema);
}

/** Delay after each attempt, minutes; the last one is repeated. */
const BACKOFF_MIN = [1, 5, 15, 60, 180, 360];
const LONGEST_DELAY_MS = Math.max(...BACKOFF_MIN) * MINUTE_MS;

/** Delay before the next attempt, after a number of attempts, ms. */
export function retryAfterMs(attempts: number): number {
  const last = BACKOFF_MIN.length - 1;
  return (BACKOFF_MIN[Math.min(attempts - 1, last)] ?? 0) * MINUTE_MS;
}
