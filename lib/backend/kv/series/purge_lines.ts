import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Key, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { dateOfEpochDay } from "@/lib/domain/periods/civil_dates.ts";
import { PURGED_KINDS } from "@/lib/domain/series/retention.ts";
import type { LateNote } from "./compaction/late.ts";

/** A stored line of the purge log of a residence: removed data, or late readings. */
export type PurgeLine = z.output<typeof purgeLine>;
export const purgeLine = z.object({
  what: z.enum(PURGED_KINDS),
  /** First day retained; for late readings, their day. */
  date: z.string(),
  /** Last written, epoch ms. */
  atMs: z.number(),
  /** Series of the late readings; null for removed data. */
  seriesId: z.string().nullable(),
  seriesCount: z.number(),
  /** Number of readings, or of figures of days or months. */
  valueCount: z.number(),
  /** Difference for the day, in the unit of the series. */
  difference: z.number().nullable(),
});

/** Key of a line: one per last day removed, and one per day and series of late readings. */
export function purgeLineKey(projectId: string, { what, date, seriesId }: PurgeLine): Key {
  return keys.purgeLine(projectId, `${date} ${what}${seriesId === null ? "" : ` ${seriesId}`}`);
}

/** The log line of readings for a day already purged. */
export function lateLine(
  seriesId: string,
  { what, day, readingCount, difference }: LateNote,
  atMs: number,
): PurgeLine {
  const date = dateOfEpochDay(day);
  return { what, date, atMs, seriesId, seriesCount: 1, valueCount: readingCount, difference };
}

/** The log line of a running purge, with the counts of an earlier run. */
export async function readPurgeLine(
  store: Store,
  projectId: string,
  empty: PurgeLine,
): Promise<PurgeLine> {
  const { value } = await readEntry(store, purgeLineKey(projectId, empty), purgeLine);
  return value ?? empty;
}
