/** Events of meters, jumps of their registers, verdicts on readings, and limits of indexes. @module */

/** Highest register of a meter: nine digits before the decimal mark. */
export const HIGHEST_INDEX = 999_999_999;

/** Meter events: its register restarts, or another meter replaces it. */
export const METER_EVENT_KINDS = ["replacement", "reset"] as const;

export type MeterEventKind = typeof METER_EVENT_KINDS[number];

/** A dated event of a meter: its register restarts from this second. @spec series.meter-events */
export interface MeterEvent {
  readonly epochS: number;
  readonly what: MeterEventKind;
  /** Register just before the event; null when it was not read (consumption before it is not counted). */
  readonly finalIndex: number | null;
  /** Register just after the event, 0 for most resets. */
  readonly firstIndex: number;
  /** The author's comment; may be empty. */
  readonly comment: string;
}

export function isSameEvent(one: MeterEvent, other: MeterEvent): boolean {
  return one.epochS === other.epochS && one.what === other.what &&
    one.finalIndex === other.finalIndex && one.firstIndex === other.firstIndex &&
    one.comment === other.comment;
}

/** Most likely causes of a jump of a register. */
export const FALL_CAUSES = ["replacement", "reset", "wrap", "mistake"] as const;

export type JumpCause = typeof FALL_CAUSES[number];

/** A register that goes on from another value, without an event: nothing is counted between the two. */
export interface RegisterJump {
  /** First reading of the new path. */
  readonly epochS: number;
  readonly value: number;
  readonly beforeS: number;
  readonly before: number;
  readonly cause: JumpCause;
}

/** What the judgement of a register says of a reading. @spec series.registers */
export type ReadingVerdict = "counted" | "index-error" | "to-confirm";

/** What a person says of a reading; void once the value at its second is another one. */
export interface RegisterVerdict {
  readonly epochS: number;
  readonly value: number;
  /** True for a real reading, false for an error. */
  readonly isReal: boolean;
  /** Id of the account of the person; "" when there is none. */
  readonly by: string;
  /** Epoch ms. */
  readonly atMs: number;
}

export type MeterMarkKind = MeterEventKind | "fall";

/**
 * Marks shown beside the figures of a meter: its events, and register falls that no event explains. Not a copy of
 * {@link METER_EVENT_KINDS}, which a bundler would keep in pages that use neither.
 */
export const METER_MARK_KINDS: readonly MeterMarkKind[] = ["replacement", "reset", "fall"];

/** Decimals of an index: thousandths of the unit of its meter. */
export const INDEX_DECIMALS = 3;
