import * as z from "zod";
import type { MeterEvent, Point, RegisterFall } from "@/lib/domain/series/types.ts";
import { DATA_KINDS, FALL_CAUSES, METER_EVENT_KINDS } from "@/lib/domain/series/types.ts";

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

export type Purged = Readonly<z.output<typeof purged>>;
const purged = z.object({
  /** The oldest reading left: the first of those needed to compute the oldest stored days. */
  anchorS: z.number(),
  /** Second from which every reading is stored: the start of a month in the residence's time zone. */
  pointsBeforeS: z.number(),
  /** First day with stored figures, as days since 1970. */
  daysBefore: z.number(),
});

/** Facts about a series that need no points. */
export type SeriesHead = Readonly<z.output<typeof seriesHead>>;
export const seriesHead = z.object({
  kind: z.enum(DATA_KINDS),
  /** Newest point; null when all points were removed. */
  last: point.nullable(),
  /**
   * Second of the previous point; null when there is none, when it is unknown, or when nothing is counted from it.
   * Missing in heads of earlier versions.
   */
  previousS: z.number().nullable().default(null),
  /** Resets and replacements of the meter, oldest first. */
  events: meterEvents,
  /** The newest falls of the register without an event, oldest first; none in heads of earlier versions. */
  falls: registerFalls.default([]),
  /** The purged part; null for none. */
  purged: purged.nullable().default(null),
  /** Incremented by each change of events, of falls, and of figures of days before that of the newest point. */
  earlierChanges: z.number().default(0),
});
