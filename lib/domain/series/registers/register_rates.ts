import { canonicalQuantity, canonicalUnit } from "@/lib/domain/series/canonical_units.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { DATA_UNITS } from "@/lib/domain/series/units.ts";
import { NO_LIMITS, type RegisterLimits } from "./register_limits.ts";

/** Where a meter is, which limits what it can count. */
export type MeterPlace = "dwelling" | "building" | "boilerRoom";

type Rates = Readonly<Record<MeterPlace, number>>;

const rates = (dwelling: number, building: number, boilerRoom: number): Rates => {
  return { dwelling, building, boilerRoom };
};

/**
 * Highest consumption per hour by quantity and place, in the unit of the catalogue: an overload flow or the power of a
 * connection, so that a leak is always counted.
 *
 * @spec series.registers
 */
const RATES: Partial<Readonly<Record<DataUnitId, Rates>>> = {
  EFSV: rates(3.2, 80, 32),
  ECSV: rates(3.2, 32, 32),
  GAZV: rates(10, 400, 1_000),
  GAZE: rates(110, 4_500, 11_000),
  CHAE: rates(40, 5_000, 5_000),
  RCUE: rates(40, 5_000, 5_000),
  ECSE: rates(40, 2_000, 2_000),
  ELEC: rates(36, 250, 250),
  SOLE: rates(9, 500, 500),
  PVE: rates(9, 500, 500),
  PACP: rates(20, 1_000, 1_000),
  PACC: rates(9, 400, 400),
};

/** The quantity and the unit of a meter, and what persons set for it. */
export interface MeterSettings {
  readonly dataUnitId: DataUnitId;
  /** Unit of its registers when it differs from the catalogue's, otherwise null. */
  readonly importedUnit: string | null;
  /** « Débit maximal », per hour in its own unit; null or absent for the default. */
  readonly maxRatePerHour?: number | null | undefined;
  /** Register after which it starts again from 0; null or absent when unknown. */
  readonly rollsOverAt?: number | null | undefined;
}

/** A register may show whole units only. */
const RESOLUTION = 1;

/** The default rate per hour of a meter, in its own unit; null for a quantity or a unit without one. */
export function defaultRate(
  { dataUnitId, importedUnit }: Pick<MeterSettings, "dataUnitId" | "importedUnit">,
  place: MeterPlace,
): number | null {
  const rate = RATES[dataUnitId]?.[place];
  if (rate === undefined) return null;
  const { unit } = DATA_UNITS[dataUnitId];
  const own = importedUnit ?? unit;
  if (own === unit) return rate;
  if (canonicalUnit(own) !== canonicalUnit(unit)) return null;
  return rate * canonicalQuantity(1, unit) / canonicalQuantity(1, own);
}

/** The limits of a meter, in its own unit. @spec series.registers */
export function limitsOf(settings: MeterSettings, place: MeterPlace): RegisterLimits {
  const { maxRatePerHour, rollsOverAt = null } = settings;
  const rate = maxRatePerHour ?? defaultRate(settings, place);
  if (rate === null) return { ...NO_LIMITS, rollsOverAt };
  return { maxRatePerHour: rate, resolution: RESOLUTION, rollsOverAt };
}
