import type { ZodType } from "zod";
import { readable } from "@/lib/backend/kv/entries.ts";
import type { Entry, Key, Store } from "@/lib/backend/kv/store.ts";

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

/** By how much the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The rows that are due: first those that wait longer than they were put off, since the clock was set back meanwhile.
 *
 * They are unparsed, so that a row that cannot be read stops no other.
 *
 * @spec mail.set-back-clock
 */
export async function dueRows<T>(
  store: Store,
  nowMs: number,
  { under, schema, longestMs, limit }: Queue<T>,
): Promise<readonly Entry[]> {
  const prefix = under();
  const rows: Entry[] = [];
  const latest = nowMs + CLOCKS_DIFFER_MS;
  for await (const entry of store.list({ prefix, start: under(latest + 1) })) {
    const dueMs = Number(entry.key[prefix.length]);
    const [row] = readable([entry], schema, () => {});
    if (row !== undefined && dueMs > latest + longestMs(row.value)) rows.push(entry);
    if (rows.length === limit) return rows;
  }
  const end = under(nowMs + 1);
  for await (const entry of store.list({ prefix, end }, { limit: limit - rows.length })) {
    rows.push(entry);
  }
  return rows;
}
