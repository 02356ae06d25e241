/** Gathers the readings that a month of the balance uses, in common units. @module */

import { type IsoMonth, monthParts } from "@/lib/base/civil_dates.ts";
import type { WholeDays } from "@/lib/base/whole_days.ts";
import type { EfficiencySettings } from "@/lib/facilities/energy_settings_schema.ts";
import {
  inQuantity,
  isUnitOf,
  type Quantity,
  SOURCE_KINDS,
  type SourceKind,
} from "@/lib/facilities/source_kinds.ts";
import type {
  BalanceMeter,
  BalanceMeterEvent,
  ComparedDays,
  MonthInput,
} from "./balance_report.ts";
import { isMonthOutOfSeason } from "./heating_season.ts";
import {
  amountOver,
  coveredDays,
  type DayFlags,
  dayRuns,
  type MonthReading,
} from "./month_reading.ts";

/** Last month of spring and first month of autumn with heating, 1 to 12. */
const LAST_SPRING_HEATING_MONTH = 5;
const FIRST_AUTUMN_HEATING_MONTH = 10;

/** Whether a calendar month is a heating month. @spec balance.heating-months */
export function isHeatingMonth(month: IsoMonth): boolean {
  const number = monthParts(month).month;
  return number <= LAST_SPRING_HEATING_MONTH || number >= FIRST_AUTUMN_HEATING_MONTH;
}

/** Reading of a series in a month, converted to m³, kg or kWh. */
interface CanonicalReading extends MonthReading {
  /** False when the unit of the series does not fit its use. */
  readonly hasUsableUnit: boolean;
}

export interface BalanceReadings {
  readonly sourceKind: SourceKind;
  readonly source: CanonicalReading;
  readonly hotWaterVolumes: readonly CanonicalReading[];
  readonly hotWaterEnergies: readonly CanonicalReading[];
  readonly solar: readonly CanonicalReading[];
  /** DJU as read, before the heating season; null when the settings name no source. */
  readonly dju: MonthReading | null;
}

const NOTHING_READ: MonthReading = { value: null, completeness: 0, estimated: false };

/**
 * Selects the readings of a month, each converted to the balance's unit.
 *
 * @spec balance.meters
 * @param settings in force; they name the DJU source
 * @param whole its finished days; when there are none, nothing is read
 */
export function balanceReadings(
  input: MonthInput,
  month: IsoMonth,
  { settings, whole }: { settings: EfficiencySettings | null; whole: WholeDays },
): BalanceReadings {
  const { boilerRoom, overrides } = input;
  const isRead = whole.count > 0;
  const read = (seriesId: string, quantity: Quantity) =>
    reading(isRead ? input.series[seriesId]?.[month] : undefined, input.units[seriesId], quantity);
  const hotWater = (kind: "volume" | "energy") =>
    boilerRoom.hotWaterTypes
      .filter((type) => type.hotWaterKind === kind)
      .map((type) => read(type.hotWaterType, kind));
  const sourceKind = overrides?.gasSource === undefined ? boilerRoom.sourceKind : "gaz-volume";
  const sourceId = overrides?.gasSource ?? boilerRoom.sourceType;
  return {
    sourceKind,
    source: read(sourceId, SOURCE_KINDS[sourceKind].measure),
    hotWaterVolumes: hotWater("volume"),
    hotWaterEnergies: hotWater("energy"),
    solar: boilerRoom.solarTypes.map((seriesId) => read(seriesId, "energy")),
    dju: settings === null
      ? null
      : isRead && input.dju[settings.djuSource]?.[month] || NOTHING_READ,
  };
}

/**
 * The readings used by a month's figures: DJU count only where heating may apply.
 *
 * @spec design §12 "Completeness beside every total"
 */
export function readingsUsed(
  input: MonthInput,
  month: IsoMonth,
  readings: BalanceReadings,
): MonthReading[] {
  const needsDju = isHeatingMonth(month) && !isMonthOutOfSeason(input.seasons, month);
  return [
    ...meteredReadings(readings),
    ...(needsDju && readings.dju !== null ? [readings.dju] : []),
  ];
}

/** Readings of the meters of a boiler room, without DJU. */
export function meteredReadings(
  { source, hotWaterVolumes, hotWaterEnergies, solar }: BalanceReadings,
): readonly CanonicalReading[] {
  return [source, ...hotWaterVolumes, ...hotWaterEnergies, ...solar];
}

export function readingsOver(readings: BalanceReadings, covered: DayFlags): BalanceReadings {
  const over = <Reading extends MonthReading>(reading: Reading): Reading => ({
    ...reading,
    value: amountOver(reading, covered),
  });
  return {
    ...readings,
    source: over(readings.source),
    hotWaterVolumes: readings.hotWaterVolumes.map(over),
    hotWaterEnergies: readings.hotWaterEnergies.map(over),
    solar: readings.solar.map(over),
    dju: readings.dju && over(readings.dju),
  };
}

/** The values of the readings, in order. */
export function valuesOf(readings: readonly MonthReading[]): (number | null)[] {
  return readings.map((reading) => reading.value);
}

function reading(
  read: MonthReading = NOTHING_READ,
  unit: string | undefined,
  quantity: Quantity,
): CanonicalReading {
  if (unit === undefined || !isUnitOf(unit, quantity)) {
    return { ...NOTHING_READ, hasUsableUnit: false };
  }
  const canonical = (amount: number | null) =>
    amount === null ? null : inQuantity(amount, unit, quantity);
  const { value, days } = read;
  const inUnit = { ...read, value: canonical(value), hasUsableUnit: true };
  return days === undefined ? inUnit : { ...inUnit, days: days.map(canonical) };
}

/**
 * Meter events within a month, for the meters that supply its figures.
 *
 * @spec series.meter-events
 * @returns events of the source, then of hot water, then of solar, each in order
 */
export function balanceMeterEvents(readings: BalanceReadings): BalanceMeterEvent[] {
  const { sourceKind, source, hotWaterVolumes, hotWaterEnergies, solar } = readings;
  return [
    ...eventsOf(SOURCE_KINDS[sourceKind].fuel, [source]),
    ...eventsOf("hot-water", [...hotWaterVolumes, ...hotWaterEnergies]),
    ...eventsOf("solar", solar),
  ];
}

function eventsOf(meter: BalanceMeter, readings: readonly MonthReading[]): BalanceMeterEvent[] {
  return readings.flatMap(({ events = [] }) => events.map((event) => ({ ...event, meter })));
}

/**
 * The days that NC and N'B of a month cover, and the days left out.
 *
 * @spec balance.whole-days
 * @param covered whole days covered by both the meters and the DJU
 */
export function comparedDays(
  readings: BalanceReadings,
  covered: DayFlags,
  whole: WholeDays,
): ComparedDays {
  const isLeftOut = (known: DayFlags) => covered.map((isIn, day) => !isIn && known[day] === false);
  const djuKnown = coveredDays(readings.dju === null ? [] : [readings.dju], whole);
  return {
    count: covered.filter(Boolean).length,
    runs: dayRuns(covered),
    withoutDju: dayRuns(isLeftOut(djuKnown)),
    withoutReading: dayRuns(isLeftOut(coveredDays(meteredReadings(readings), whole))),
  };
}
