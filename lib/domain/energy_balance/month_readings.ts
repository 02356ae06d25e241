import { isMonthOutOfSeason } from "../facilities/heating_season.ts";
import type { IsoMonth } from "../periods/civil_dates.ts";
import { isHeatingMonth } from "./heating_months.ts";
import { SOURCE_KINDS } from "./source_kinds.ts";
import type { EfficiencySettings, MonthReading, SourceKind, YearInput } from "./types.ts";
import { inQuantity, isUnitOf, type Quantity } from "./units.ts";

/** One series in one month, brought to m³, kg or kWh. */
export interface CanonicalReading extends MonthReading {
  /** False when the unit of the series is not one of what it is said to count. */
  readonly hasUsableUnit: boolean;
}

/** All that was read for one month of a boiler room. */
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
 * Picks the readings of a month, each in the unit the balance counts in.
 *
 * @spec B §3 "Boiler room efficiency data", domain §2 A26
 * @param input the year
 * @param month one of its months
 * @param settings in force, which name the DJU source
 */
export function balanceReadings(
  input: YearInput,
  month: IsoMonth,
  settings: EfficiencySettings | null,
): BalanceReadings {
  const { boilerRoom, overrides } = input;
  const read = (seriesId: string, quantity: Quantity) => reading(input, month, seriesId, quantity);
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
    dju: settings === null ? null : input.dju[settings.djuSource]?.[month] ?? NOTHING_READ,
  };
}

/**
 * The readings that a month's figures depend on: DJU count only where heating may apply.
 *
 * @spec design §12 "Completeness beside every total"
 */
export function readingsUsed(
  input: YearInput,
  month: IsoMonth,
  readings: BalanceReadings,
): MonthReading[] {
  const needsDju = isHeatingMonth(month) && !isMonthOutOfSeason(input.seasons, month);
  return [
    readings.source,
    ...readings.hotWaterVolumes,
    ...readings.hotWaterEnergies,
    ...readings.solar,
    ...(needsDju && readings.dju !== null ? [readings.dju] : []),
  ];
}

/** The values alone, in the order of the readings. */
export function valuesOf(readings: readonly MonthReading[]): (number | null)[] {
  return readings.map((reading) => reading.value);
}

function reading(
  input: YearInput,
  month: IsoMonth,
  seriesId: string,
  quantity: Quantity,
): CanonicalReading {
  const read = input.series[seriesId]?.[month] ?? NOTHING_READ;
  const unit = input.units[seriesId];
  if (unit === undefined || !isUnitOf(unit, quantity)) {
    return { ...NOTHING_READ, hasUsableUnit: false };
  }
  const value = read.value === null ? null : inQuantity(read.value, unit, quantity);
  return { ...read, value, hasUsableUnit: true };
}
