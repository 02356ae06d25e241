import type { HeatingSeason } from "@/lib/domain/facilities/types.ts";
import type { IsoDate, IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { DayRun } from "./covered_days.ts";
import type { MonthMeterEvent, MonthReading, MonthReadings } from "./month_reading.ts";
import type { BoilerRoomEfficiency, EfficiencySettings } from "./schema.ts";
import type { SourceKind } from "./settings/source_kinds.ts";

export type * from "./schema.ts";
export type { HeatingSeason, MonthMeterEvent, MonthReading, MonthReadings, SourceKind };

/** Quantity of a hot-water series: m³ drawn, or kWh. @spec balance.hot-water */
export type HotWaterKind = "volume" | "energy";

/** A calendar year, or July of `year` to June of the next. @spec balance.year */
export interface BalancePeriod {
  readonly year: number;
  readonly shifted: boolean;
}

/** Values of the simulation form, which replace every dated version of the year. @spec balance.simulation */
export interface SimulationOverrides {
  readonly area: number;
  readonly peopleNb: number;
  readonly djuSource: string;
  readonly q: number;
  readonly target: number;
  readonly threshold: number;
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

/** Status of a gap. @spec balance.gap */
export type GapStatus = "good" | "bad" | "very-bad";

/** Colour of a gap bar, by name. @spec balance.gap */
export type GapColour = "green" | "orange" | "red";

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

/** Consumption of the boiler room; null for the quantities its source does not measure. */
export interface SourceFigures {
  readonly kind: SourceKind;
  /** m³ */
  readonly volume: number | null;
  /** kg */
  readonly mass: number | null;
  /** kWh */
  readonly energy: number | null;
}

/** Hot water drawn; all null when the boiler room makes none. */
export interface HotWaterFigures {
  /** m³ */
  readonly volume: number | null;
  /** kWh */
  readonly energy: number | null;
  /** Litres a day per person. */
  readonly dailyVolumePerPerson: number | null;
}

/** Solar production; null when there is none. */
export interface SolarFigures {
  /** kWh */
  readonly energy: number | null;
  /** Share of the hot-water energy, %. */
  readonly percent: number | null;
}

/** An amount of heating, measured or targeted; null when heating does not apply. */
export interface HeatingFigures {
  /** kWh */
  readonly total: number | null;
  /** Wh/m²/DJU */
  readonly perAreaDju: number | null;
}

/** The figures common to a month and the cumulative row. @spec balance.year */
export interface BalanceFigures {
  readonly days: number;
  readonly source: SourceFigures;
  /** kWh per m³ or kg of the source; 1 when energy is metered, null when it varied. */
  readonly conversionFactor: number | null;
  /** DJU of the period, heating season applied; null when unknown. */
  readonly dju: number | null;
  readonly hotWater: HotWaterFigures;
  readonly solar: SolarFigures;
  /** NC. */
  readonly heating: HeatingFigures;
  /** N'B. */
  readonly target: HeatingFigures;
  /** Gap and the threshold in force, both %. */
  readonly rate: { readonly percent: number | null; readonly threshold: number | null };
  readonly status: GapStatus | null;
  readonly barColour: GapColour | null;
  /** Contract in force: reference DJU and NB in kWh. */
  readonly config: { readonly djuContract: number | null; readonly nBContract: number | null };
  /** Lowest completeness of the series used, 0 to 1; over several months, weighted by their days. */
  readonly completeness: number;
  /** True when a value used is partly estimated. */
  readonly estimated: boolean;
}

/** The whole days that NC, DJU and N'B of a month all cover. @spec decision 089 */
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
  readonly warnings: readonly MonthWarning[];
  /** Events of the meters within the month, in order. */
  readonly meterEvents: readonly BalanceMeterEvent[];
}

/** The last row: sums, and means weighted by days or by DJU-weighted area. @spec balance.cumulative */
export interface CumulativeReport extends BalanceFigures {
  readonly period: BalancePeriod;
  /** Number of months in the gap: heating and target both known. */
  readonly heatingMonthCount: number;
  /** Number of whole days compared in these months. */
  readonly comparedDayCount: number;
}

/** A year's balance: the months begun so far, and their cumulative row. @spec balance.year */
export interface YearReport {
  readonly period: BalancePeriod;
  readonly rows: readonly MonthReport[];
  /** null when no month of the period has begun. */
  readonly cumulative: CumulativeReport | null;
}
