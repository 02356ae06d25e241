import { z } from "zod";
import { readEntry } from "./entries.ts";
import { keys } from "./keys.ts";
import type { Store } from "./store.ts";

/** The newest time a sender gave with readings that were kept, seconds since 1970. */
export const clockMark: z.ZodType<number> = z.number();

/** How much newer a time must be to be written again: one small write a minute at most, s. */
const WRITTEN_EVERY_S = 60;

/**
 * The newest time that senders gave of themselves.
 *
 * Readings of the future are refused, so that a time which is far ahead of our clock says that our clock went back.
 */
export async function newestSentS(store: Store): Promise<number> {
  const known = NEWEST.get(store);
  if (known !== undefined) return known;
  const { value } = await readEntry(store, keys.clockMark(), clockMark);
  const newestS = Math.max(value ?? 0, NEWEST.get(store) ?? 0);
  NEWEST.set(store, newestS);
  return newestS;
}

/** Remembers the newest time of readings that were kept, for this process and for those after it. */
export async function noteSent(store: Store, sentS: number): Promise<void> {
  if (sentS < await newestSentS(store) + WRITTEN_EVERY_S) return;
  NEWEST.set(store, sentS);
  const { key, value, versionstamp } = await readEntry(store, keys.clockMark(), clockMark);
  if (value !== null && value >= sentS) return;
  // Another process that writes meanwhile writes a time of the same minute.
  await store.atomic().check({ key, versionstamp }).set(key, sentS).commit();
}

const NEWEST = new WeakMap<Store, number>();
