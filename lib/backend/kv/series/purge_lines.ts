import { z } from "zod";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Key, Store } from "@/lib/backend/kv/store.ts";
import { dateOfEpochDay } from "@/lib/domain/periods/civil_dates.ts";
import { PURGED_KINDS, type PurgedKind } from "@/lib/domain/series/retention.ts";
import type { LateNote } from "./compaction/late.ts";

/** One line of what was removed of a residence for its age, or came too late, as it is kept. */
export interface PurgeLine {
  readonly what: PurgedKind;
  /** First day kept then; for what came late, its day. */
  readonly date: string;
  /** Last written, epoch ms. */
  readonly atMs: number;
  /** What came late: for which series. */
  readonly seriesId: string | null;
  readonly seriesCount: number;
  /** Readings, or figures of days or months. */
  readonly valueCount: number;
  /** What the day gained, in the unit of the series. */
  readonly difference: number | null;
}

export const purgeLine: z.ZodType<PurgeLine> = z.object({
  what: z.enum(PURGED_KINDS),
  date: z.string(),
  atMs: z.number(),
  seriesId: z.string().nullable(),
  seriesCount: z.number(),
  valueCount: z.number(),
  difference: z.number().nullable(),
});

/** Where a line is: what was removed up to a day is one line, what came late for a day of a series another. */
export function purgeLineKey(projectId: string, { what, date, seriesId }: PurgeLine): Key {
  return keys.purgeLine(projectId, `${date} ${what}${seriesId === null ? "" : ` ${seriesId}`}`);
}

/** The line of readings that came for a day whose own are no longer kept. */
export function lateLine(
  seriesId: string,
  { what, day, readingCount, difference }: LateNote,
  atMs: number,
): PurgeLine {
  const date = dateOfEpochDay(day);
  return { what, date, atMs, seriesId, seriesCount: 1, valueCount: readingCount, difference };
}

/** The line of what is being removed, with what an earlier run had removed. */
export async function readPurgeLine(
  store: Store,
  projectId: string,
  empty: PurgeLine,
): Promise<PurgeLine> {
  const { value } = await readEntry(store, purgeLineKey(projectId, empty), purgeLine);
  return value ?? empty;
}
