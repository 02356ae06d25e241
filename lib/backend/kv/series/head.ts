import * as z from "zod";
import { type RegisterFacts, registerFacts } from "@/lib/domain/series/registers/judge.ts";
import { START } from "@/lib/domain/series/registers/path_state.ts";
import type { RegisterLimits } from "@/lib/domain/series/registers/register_limits.ts";
import type { RegisterRule } from "@/lib/domain/series/registers/register_rule.ts";
import type {
  MeterEvent,
  Point,
  RegisterJump,
  RegisterVerdict,
} from "@/lib/domain/series/types.ts";
import { DATA_KINDS, FALL_CAUSES, METER_EVENT_KINDS } from "@/lib/domain/series/types.ts";
import { decodePath } from "./path_bytes.ts";

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

const registerJumps: z.ZodType<readonly RegisterJump[]> = z.array(z.object({
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

const limits = z.object({
  /** Null when unknown. */
  maxRatePerHour: z.number().nullable(),
  resolution: z.number(),
  rollsOverAt: z.number().nullable(),
});

const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);

/** What persons said of readings. */
const verdicts: z.ZodType<readonly RegisterVerdict[]> = z.array(z.object({
  epochS: z.number().int(),
  value: z.number(),
  isReal: z.boolean(),
  by: z.string(),
  atMs: z.number(),
}));

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
  /** The newest jumps of the register without an event, oldest first; none in heads of earlier versions. */
  falls: registerJumps.default([]),
  /** The purged part; null for none. */
  purged: purged.nullable().default(null),
  /** Incremented by each change of events, of falls, and of figures of days before that of the newest point. */
  earlierChanges: z.number().default(0),
  /** Limits by which a register was judged; absent until it is, and for another kind. */
  limits: limits.optional(),
  /** What persons said of its readings, oldest reading first; absent for nothing. */
  verdicts: verdicts.optional(),
  /** The state of the judgement after the newest reading, as bytes; absent until it is judged. */
  path: bytes.optional(),
});

export type StoredLimits = NonNullable<SeriesHead["limits"]>;

export function storedLimits(
  { maxRatePerHour, resolution, rollsOverAt = null }: RegisterLimits,
): StoredLimits {
  const rate = Number.isFinite(maxRatePerHour) ? maxRatePerHour : null;
  return { maxRatePerHour: rate, resolution, rollsOverAt };
}

/** The rule by which a register is judged. */
export function ruleOf(
  { limits, events, verdicts = [] }: Pick<SeriesHead, "limits" | "events" | "verdicts">,
): RegisterRule {
  const { maxRatePerHour = null, resolution = 0, rollsOverAt = null } = limits ?? {};
  return { maxRatePerHour: maxRatePerHour ?? Infinity, resolution, rollsOverAt, events, verdicts };
}

/** What a head says of its register. */
export function factsOf(head: SeriesHead): RegisterFacts {
  return registerFacts(ruleOf(head), head.path === undefined ? START : decodePath(head.path));
}
