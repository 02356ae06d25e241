import type { ZodType } from "zod";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import { type Entry, idOf, type Key, readable, type Store } from "@/lib/backend/kv/store.ts";
import type { RunFaults } from "./run_faults.ts";

/** Rows that wait, whose keys begin with when each is due, epoch ms. */
interface Queue<T> {
  /** The keys of those that are due from an instant on; of all without it. */
  under(...fromMs: [] | [fromMs: number]): Key;
  readonly schema: ZodType<T>;
  /** How long at most a row was put off when it was last written. */
  longestMs(row: T): number;
  /** Rows that one run takes up. */
  readonly limit: number;
}

/** What one run takes up. */
export interface DueRows<T> {
  readonly rows: readonly Entry<T>[];
  /** Rows that it passed and cannot read: they count for nothing. */
  readonly unread: readonly { readonly key: Key; readonly fault: unknown }[];
}

/** By how much the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = 60_000;
/** Rows that a run lists at most, those that cannot be read too. */
const MOST_LISTED = 10_000;
/** Every row is looked at this often although the clock was not seen to be set back. */
const LOOKED_EVERY_MS = 3_600_000;

/** The last look at every row of a queue that found none put off by another clock. */
interface Look {
  /** The latest instant of any run since, epoch ms. */
  readonly latestMs: number;
  /** By the monotonic clock. */
  readonly atMs: number;
}

const QUEUES = 10;
const LOOKS = new StoreMemory<Look>(QUEUES);

/**
 * The rows that are due: first those that wait longer than they were put off, since the clock was set back meanwhile.
 *
 * All rows put off are read only after the clock was set back, in a process that begins, and once an hour.
 *
 * @spec mail.set-back-clock, mail.unreadable-rows
 */
export async function dueRows<T>(
  store: Store,
  nowMs: number,
  queue: Queue<T>,
): Promise<DueRows<T>> {
  const { under, schema, limit } = queue;
  const prefix = under();
  const rows = isLookDue(store, prefix, nowMs) ? await rowsOfOtherClock(store, nowMs, queue) : [];
  const unread: DueRows<T>["unread"][number][] = [];
  const due = { prefix, end: under(nowMs + 1) };
  const listed = store.list(due, { limit: MOST_LISTED, batchSize: limit });
  for await (const entry of listed) {
    if (rows.length === limit) break;
    rows.push(...readable([entry], schema, (key, fault) => unread.push({ key, fault })));
  }
  return { rows, unread };
}

/** Whether nothing is due, nor anything to be said. */
export function isNone<T>({ rows, unread }: DueRows<T>): boolean {
  return rows.length + unread.length === 0;
}

/** Says of each row that cannot be read that it failed. */
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

/** Rows that wait longer than they were put off, counted from now. */
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
  // Until none is left, the next run looks again.
  const look = { latestMs: nowMs, atMs: performance.now() };
  if (rows.length === 0) LOOKS.of(store).set(prefix.join("/"), look);
  return rows;
}
