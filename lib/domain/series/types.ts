import type { DataUnitId } from "./units.ts";

export type * from "./schema.ts";
export type { DataUnitId };

/** The kinds of quantity: how readings become the figure of an hour, a day, a month. */
export const DATA_KINDS = ["instant", "index", "consumption", "state"] as const;

/**
 * How readings become figures: an instant is averaged, an index is a meter register whose
 * differences are consumption, a consumption is summed, a state stores its last value.
 *
 * @spec series.units
 */
export type DataKind = typeof DATA_KINDS[number];

/** Expected rhythms of a series, fastest first. */
export const RHYTHMS = ["several-a-day", "day", "week", "month"] as const;

export type Rhythm = typeof RHYTHMS[number];

/** Uses that a dwelling's meter may supply alone; a general meter has none. @spec reports.uses */
export const ENERGY_USES = ["lights", "plugs", "cooking", "waterHeating", "heating"] as const;

export type EnergyUse = typeof ENERGY_USES[number];

/** One entry of the catalogue: quantity and display of a series. @spec series.units */
export interface DataUnit {
  readonly id: DataUnitId;
  /** French name, as in table headings. */
  readonly label: string;
  /** Unit of the values unless the series overrides it ("L" for ECSV, "Wh" for a meter). */
  readonly unit: string;
  readonly kind: DataKind;
  /** Whether figures of several days add up. */
  readonly sum: boolean;
  /** Decimals of a day's figure. */
  readonly dailyPrecision: number;
  /** Name of the symbol in the icon sprite. */
  readonly icon: string;
}

/**
 * One reading: a value at a second.
 *
 * `value` is in the series' own unit. A text state is in `text`, with value 0.
 */
export interface Point {
  /** Seconds since 1970-01-01T00:00:00Z, whole. */
  readonly epochS: number;
  readonly value: number;
  readonly text?: string;
}

/** A write to a series: a point, or the removal of the slot of that second. @spec series.slots */
export type Reading = Point | { readonly epochS: number; readonly removed: true };

/** Readings of one series that arrive together; a later reading at the same second replaces the earlier one. */
export interface SeriesBatch {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: readonly Reading[];
}

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

/**
 * Figures of a series over one hour, day or month.
 *
 * Values are in the series' unit. A period without any reading has count 0, coveredS 0 and nulls.
 */
export interface RollupSlot {
  /** "2024-07" for a month, "2024-07-15" for a day, "2024-07-15T13:00:00Z" for an hour. */
  readonly at: string;
  /** Consumption of the period; null for instants and states, or when unknown. */
  readonly sum: number | null;
  /** Mean, lowest and highest of the five-minute values; null for an index or a state. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** The last reading of the period (the register, for an index). */
  readonly last: number | null;
  /** Five-minute slots with a reading; for a consumption, its readings. */
  readonly count: number;
  /** Seconds of the period covered by readings. */
  readonly coveredS: number;
  /** Seconds of the period, including for days of 23 and 25 hours. */
  readonly lengthS: number;
  /** The register at one end was interpolated across a long gap rather than read. */
  readonly estimated: boolean;
  /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
  readonly doubtful?: true;
}
