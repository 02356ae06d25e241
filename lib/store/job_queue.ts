/** Lists the due rows of a queue and the delay before each retry. @module */

import type { ZodType } from "zod";
import { MINUTE_MS } from "@/lib/base/durations.ts";
import { StoreMemory } from "./cache.ts";
import { CLOCKS_DIFFER_MS } from "./expiry.ts";
import type { RunFaults } from "./job_runs.ts";
import { type Entry, idOf, type Key, readable, type Store } from "./store.ts";

/** Waiting rows, whose keys start with their due time, epoch ms. */
interface Queue<T> {
  /** The keys of the rows due from an instant on; of all rows by default. */
  under(...fromMs: [] | [fromMs: number]): Key;
  readonly schema: ZodType<T>;
  /** Maximum delay given to a row when it was last written. */
  longestMs(row: T): number;
  /** Maximum number of rows of one run. */
  readonly limit: number;
  /** Number of the newest rows in a run that cannot contain all: they do not wait for the others. 0 by default. */
  readonly newestCount?: number;
  /** Rows of one owner, of which a run takes a number at most: they do not delay those of others. */
  readonly owned?: { ownerOf(row: T): string; readonly most: number };
}

/** The rows of one run. */
export interface DueRows<T> {
  readonly rows: readonly Entry<T>[];
  /** Unreadable rows that the run skipped: they do not count towards the limit. */
  readonly unread: readonly { readonly key: Key; readonly fault: unknown }[];
}

/** Maximum number of rows listed by a run, including unreadable ones. */
const MOST_LISTED = 10_000;
/** Interval at which every row is checked even without a known change of the clock. */
const LOOKED_EVERY_MS = 3_600_000;

/** The last check of every row of a queue that found none delayed by another clock. */
interface Look {
  /** The latest time of any run since, epoch ms. */
  readonly latestMs: number;
  /** By the monotonic clock. */
  readonly atMs: number;
}

const QUEUES = 10;
const LOOKS = new StoreMemory<Look>(QUEUES);

/**
 * The rows that are due: first those that wait longer than their delay, because the clock was set back, then the oldest
 * ones, and the newest ones when not all fit in one run.
 *
 * All delayed rows are read only after the clock was set back, in a new process, and once an hour.
 *
 * @spec mail.set-back-clock, mail.unreadable-rows
 */
export async function dueRows<T>(
  store: Store,
  nowMs: number,
  queue: Queue<T>,
): Promise<DueRows<T>> {
  const { under, limit, newestCount = 0 } = queue;
  const prefix = under();
  const rows = isLookDue(store, prefix, nowMs) ? await rowsOfOtherClock(store, nowMs, queue) : [];
  const found = { rows, unread: new Array<DueRows<T>["unread"][number]>() };
  await addDue(store, { nowMs, queue, upTo: limit - newestCount, reverse: false }, found);
  if (newestCount > 0 && rows.length >= limit - newestCount) {
    await addDue(store, { nowMs, queue, upTo: limit, reverse: true }, found);
  }
  return found;
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
  { rows, unread }: { readonly rows: Entry<T>[]; readonly unread: DueRows<T>["unread"][number][] },
): Promise<void> {
  const known = new Set([...rows, ...unread].map(({ key }) => key.join("/")));
  const takes = owned === undefined ? () => true : quota(owned, rows);
  const due = { prefix: under(), end: under(nowMs + 1) };
  const listed = store.list(due, { limit: MOST_LISTED, batchSize: limit, reverse });
  for await (const entry of listed) {
    if (rows.length >= upTo || known.has(entry.key.join("/"))) break;
    const read = readable([entry], schema, (key, fault) => unread.push({ key, fault }));
    rows.push(...read.filter(({ value }) => takes(value)));
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
  return rows.length + unread.length === 0;
}

/** Reports a fault for each unreadable row. */
export async function failUnread<T>(faults: RunFaults, { unread }: DueRows<T>): Promise<void> {
  for (const { key, fault } of unread) await faults.try(idOf(key), () => Promise.reject(fault));
}

function isLookDue(store: Store, prefix: Key, nowMs: number): boolean {
  const looks = LOOKS.of(store);
  const name = prefix.join("/");
  const last = looks.get(name);
  if (last === undefined || nowMs < last.latestMs - CLOCKS_DIFFER_MS) return true;
  looks.set(name, { ...last, latestMs: Math.max(last.latestMs, nowMs) });
  return performance.now() - last.atMs >= LOOKED_EVERY_MS;
}

/** Rows that wait longer than their delay, counted from now. */
async function rowsOfOtherClock<T>(
  store: Store,
  nowMs: number,
  { under, schema, longestMs, limit }: Queue<T>,
): Promise<Entry<T>[]> {
  const prefix = under();
  const rows: Entry<T>[] = [];
  const latest = nowMs + CLOCKS_DIFFER_MS;
  for await (const entry of store.list({ prefix, start: under(latest + 1) })) {
    const dueMs = Number(entry.key[prefix.length]);
    const [row] = readable([entry], schema, () => {});
    if (row !== undefined && dueMs > latest + longestMs(row.value)) rows.push(row);
    if (rows.length === limit) return rows;
  }
  // Until none is left, the next run checks again.
  const look = { latestMs: nowMs, atMs: performance.now() };
  if (rows.length === 0) LOOKS.of(store).set(prefix.join("/"), look);
  return rows;
}

/** Delay after each attempt, minutes; the last one is repeated. */
const BACKOFF_MIN = [1, 5, 15, 60, 180, 360];

/** Delay before the next attempt, after a number of attempts, ms. */
export function retryAfterMs(attempts: number): number {
  const last = BACKOFF_MIN.length - 1;
  return (BACKOFF_MIN[Math.min(attempts - 1, last)] ?? 0) * MINUTE_MS;
}
