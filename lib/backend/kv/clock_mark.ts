import * as z from "zod";
import { keys } from "./keys.ts";
import { readEntry, type Store } from "./store.ts";

/** The newest time sent with stored readings, seconds since 1970. */
export const clockMark: z.ZodType<number> = z.number();

/** Minimum progress of the time before it is written again, s: at most one small write a minute. */
const WRITTEN_EVERY_S = 60;
/** Minimum interval between two writes, ms: each body of an imported history is newer than the one before. */
const WRITTEN_EVERY_MS = 1_000;

/**
 * The newest time that senders sent with their readings.
 *
 * Readings of the future are refused, so a stored time far ahead of our clock means that our clock went back.
 */
export async function newestSentS(store: Store): Promise<number> {
  const known = NEWEST.get(store);
  if (known !== undefined) return known;
  const { value } = await readEntry(store, keys.clockMark(), clockMark);
  const newestS = Math.max(value ?? 0, NEWEST.get(store) ?? 0);
  NEWEST.set(store, newestS);
  return newestS;
}

/** Records the newest time of stored readings, for this process and later ones. */
export async function noteSent(store: Store, sentS: number): Promise<void> {
  if (sentS < await newestSentS(store) + WRITTEN_EVERY_S) return;
  NEWEST.set(store, sentS);
  const now = performance.now();
  if (now - (WRITTEN_AT.get(store) ?? -Infinity) < WRITTEN_EVERY_MS) return;
  WRITTEN_AT.set(store, now);
  const { key, value, versionstamp } = await readEntry(store, keys.clockMark(), clockMark);
  if (value !== null && value >= sentS) return;
  // Another process that writes meanwhile writes a time of the same minute.
  await store.atomic().check({ key, versionstamp }).set(key, sentS).commit();
}

const NEWEST = new WeakMap<Store, number>();
const WRITTEN_AT = new WeakMap<Store, number>();
