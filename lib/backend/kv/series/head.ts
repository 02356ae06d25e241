import { z } from "zod";
import type { DataKind, MeterEvent, Point, RegisterFall } from "@/lib/domain/series/types.ts";
import { DATA_KINDS, FALL_CAUSES, METER_EVENT_KINDS } from "@/lib/domain/series/types.ts";

/** Facts about a series that need no points. */
export interface SeriesHead {
  readonly kind: DataKind;
  /** Newest point; null when all points were removed. */
  readonly last: Point | null;
  /** Second of the previous point; null when there is none, when it is unknown, or when nothing is counted from it. */
  readonly previousS: number | null;
  /** Resets and replacements of the meter, oldest first. */
  readonly events: readonly MeterEvent[];
  /** The newest falls of the register without an event, oldest first. */
  readonly falls: readonly RegisterFall[];
  /** The purged part; null for none. */
  readonly purged: Purged | null;
  /** Incremented by each change of events, of falls, and of figures of days before that of the newest point. */
  readonly earlierChanges: number;
}

export interface Purged {
  /** The oldest reading left: the first of those needed to compute the oldest stored days. */
  readonly anchorS: number;
  /** Second from which every reading is stored: the start of a month in the residence's time zone. */
  readonly pointsBeforeS: number;
  /** First day with stored figures, as days since 1970. */
  readonly daysBefore: number;
}

const point: z.ZodType<Point> = z.union([
  z.object({ epochS: z.number(), value: z.number(), text: z.string() }),
  z.object({ epochS: z.number(), value: z.number() }),
]);

/** Dated events of a meter, oldest first. */
const meterEvents: z.ZodType<readonly MeterEvent[]> = z.array(z.object({
  epochS: z.number().int(),
  what: z.enum(METER_EVENT_KINDS),
  finalIndex: z.number().nullable(),
  firstIndex: z.number(),
  comment: z.string(),
}));

const registerFalls: z.ZodType<readonly RegisterFall[]> = z.array(z.object({
  epochS: z.number(),
  value: z.number(),
  beforeS: z.number(),
  before: z.number(),
  cause: z.enum(FALL_CAUSES),
}));

export const seriesHead: z.ZodType<SeriesHead> = z.object({
  kind: z.enum(DATA_KINDS),
  last: point.nullable(),
  // Missing in heads of earlier versions.
  previousS: z.number().nullable().default(null),
  events: meterEvents,
  // Heads written before falls were detected have none.
  falls: registerFalls.default([]),
  purged: z.object({
    anchorS: z.number(),
    pointsBeforeS: z.number(),
    daysBefore: z.number(),
  }).nullable().default(null),
  earlierChanges: z.number().default(0),
});
