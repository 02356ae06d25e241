import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";

/**
 * What happened to a meter within a month, or the fall of its register that the month holds a part of.
 *
 * @spec series.meter-events
 */
export type MonthMeterEvent = Omit<MeterMark, "slot">;

/** Value of one series, or one DJU source, over the finished days of one month. */
export interface MonthReading {
  /** Consumption in the unit of the series, or DJU; null without readings. */
  readonly value: number | null;
  /** Share of the readings expected so far that arrived, 0 to 1. */
  readonly completeness: number;
  /** True when a part was estimated rather than read. */
  readonly estimated: boolean;
  /** Replacements and resets of its meter within the month, in order; left out without any. */
  readonly events?: readonly MonthMeterEvent[] | undefined;
  /** The same day by day, from the first; null for a day not known whole. Left out when every reading of the month is whole. */
  readonly days?: readonly (number | null)[] | undefined;
  /** Known of the whole month alone, as DJU typed by month are: left out otherwise. */
  readonly wholeMonth?: true | undefined;
  /** The month runs and its reading is not due yet: left out otherwise. */
  readonly awaited?: true | undefined;
}

/** The months of one series; a month without entry was not read. */
export type MonthReadings = Readonly<Record<IsoMonth, MonthReading>>;
