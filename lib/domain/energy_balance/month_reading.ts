import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { MaybeDoubtful } from "@/lib/domain/series/doubtful.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";

/**
 * A meter event within a month, or the part of a register fall within the month.
 *
 * @spec series.meter-events
 */
export type MonthMeterEvent = Omit<MeterMark, "slot">;

/** Value of one series, or one DJU source, over the finished days of one month. */
export interface MonthReading extends MaybeDoubtful {
  /** Consumption in the unit of the series, or DJU; null without readings. */
  readonly value: number | null;
  /** Share of the readings expected so far that arrived, 0 to 1. */
  readonly completeness: number;
  /** True when a part was estimated rather than read. */
  readonly estimated: boolean;
  /** Replacements and resets of its meter within the month, in order; absent when there are none. */
  readonly events?: readonly MonthMeterEvent[] | undefined;
  /** Daily values from the first day; null for a day not fully read. Absent when every reading is whole. */
  readonly days?: readonly (number | null)[] | undefined;
  /** Known only for the whole month, such as DJU typed by month; absent otherwise. */
  readonly wholeMonth?: true | undefined;
  /** The month is running and its reading is not due yet; absent otherwise. */
  readonly awaited?: true | undefined;
}

/** The months of one series; a month without entry was not read. */
export type MonthReadings = Readonly<Record<IsoMonth, MonthReading>>;
