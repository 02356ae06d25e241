/** Types of a year's balance: its input, its months with their warnings, and its cumulative row. @module */

import type { IsoDate, IsoMonth } from "@/lib/base/civil_dates.ts";
import type {
  BoilerRoomEfficiency,
  EfficiencySettings,
} from "@/lib/facilities/energy_settings_schema.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import type { DayRun, MonthMeterEvent, MonthReadings } from "./month_reading.ts";
import type { BalanceFigures, CumulativeReport } from "./schema.ts";

/** A calendar year, or July of `year` to June of the next. @spec balance.year */
export type BalancePeriod = Readonly<CumulativeReport["period"]>;

/** Values of the simulation form, which replace every dated version of the year. @spec balance.simulation */
export interface SimulationOverrides extends Omit<EfficiencySettings, "fromDate" | "djuContract"> {
  /** Gas-volume series used as the source; absent to use the boiler room's own. */
  readonly gasSource?: string;
}

/** Input of a year's balance; plain data, sent to the island unchanged. */
export interface YearInput {
  readonly boilerRoom: BoilerRoomEfficiency;
  readonly seasons: readonly HeatingSeason[];
  /** DJU by outdoor source id, then by month. */
  readonly dju: Readonly<Record<string, MonthReadings>>;
  /** Consumption by series id, then by month, in the unit of the series. */
  readonly series: Readonly<Record<string, MonthReadings>>;
  /** Unit by series id: "m³", "L", "kWh", "MWh", "kg"… */
  readonly units: Readonly<Record<string, string>>;
  readonly period: BalancePeriod;
  readonly now: IsoDate;
  readonly overrides?: SimulationOverrides;
}

/** Input of the balance of a month of any year. */
export type MonthInput = Omit<YearInput, "period">;

/** Warnings on a month. @spec balance.warnings */
export type MonthWarning =
  | "no-settings"
  | "missing-source"
  | "missing-hot-water"
  | "missing-solar"
  | "missing-dju"
  | "unknown-unit"
  | "lone-gas-factor"
  | "negative-heating"
  | "incomplete"
  | "doubtful"
  | "estimated"
  | "running-month"
  | "no-whole-day"
  | "awaited-reading"
  | "typed-dju-running"
  | "typed-dju-partial"
  | "monthly-reading"
  | "no-common-day";

/** A meter of a boiler room, by its use: a source, or a production. */
export type BalanceMeter = "gaz" | "urban" | "wood" | "hot-water" | "solar";

/** A replacement or reset of a meter that supplies a month's figures. */
export interface BalanceMeterEvent extends MonthMeterEvent {
  readonly meter: BalanceMeter;
}

/** The whole days that NC, DJU and N'B of a month all cover. @spec balance.whole-days */
export interface ComparedDays {
  readonly count: number;
  readonly runs: readonly DayRun[];
  /** Whole days left out because their DJU are unknown. */
  readonly withoutDju: readonly DayRun[];
  /** Whole days left out because a meter was not read completely. */
  readonly withoutReading: readonly DayRun[];
}

/** Amounts metered over the whole days covered by all meters: shares and q are computed from them. */
export type SameDays = Pick<BalanceFigures, "days" | "source" | "hotWater" | "solar">;

/** One month of the balance. @spec balance.year */
export interface MonthReport extends BalanceFigures {
  readonly month: IsoMonth;
  /** The version in force, simulated values included; null before the first one. */
  readonly settings: EfficiencySettings | null;
  /** Day from which the gas factors used are in force; null for the default factor. */
  readonly gazFactorsFrom: IsoDate | null;
  /** null when NC and N'B are not compared. */
  readonly compared: ComparedDays | null;
  readonly sameDays: SameDays;
  /** Whole days covered by the meters of hot-water volume: those of the litres a day per person. */
  readonly drawnDays: number;
  readonly warnings: readonly MonthWarning[];
  /** Events of the meters within the month, in order. */
  readonly meterEvents: readonly BalanceMeterEvent[];
}

/** A year's balance: the months begun so far, and their cumulative row. @spec balance.year */
export interface YearReport {
  readonly period: BalancePeriod;
  readonly rows: readonly MonthReport[];
  /** null when no month of the period has begun. */
  readonly cumulative: CumulativeReport | null;
}
