import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { COMPARABLE } from "@/lib/domain/series/range_rows.ts";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { Device, DeviceKind, SolarEstimation } from "./types.ts";

/** A day of solar production, with its events and annotations. */
export type SolarRow = SolarEstimation["days"][number] & AnnotatedSlot;

/** Irradiance at which a panel is rated, kW/m². */
const RATED_SUN_KW_PER_M2 = 1;

/** Rated thermal power of a square metre of collector, kW/m²: the convention of the trade. */
const THERMAL_KW_PER_M2 = 0.7;

/** Share of the solar energy received that a collective hot-water plant delivers over a year. */
const THERMAL_YIELD = 0.4;

/** Share of its rated production that a photovoltaic plant delivers, after losses in heat, cables and inverter. */
const PERFORMANCE_RATIO = 0.8;

/** kWh produced per installed kW for each kWh/m² of irradiation. */
const KWH_PER_KW: Readonly<Partial<Record<DeviceKind, number>>> = {
  "solar-thermal": THERMAL_YIELD / THERMAL_KW_PER_M2,
  "solar-electric": PERFORMANCE_RATIO / RATED_SUN_KW_PER_M2,
};

export function isSolar({ kind }: Pick<Device, "kind">): boolean {
  return KWH_PER_KW[kind] !== undefined;
}

/**
 * Solar irradiation of a square metre.
 *
 * @param meanWPerM2 mean irradiance; null when not read
 * @param hours duration
 * @returns kWh/m²
 */
export function irradiationKWh(
  { meanWPerM2, hours }: { readonly meanWPerM2: number | null; readonly hours: number },
): number | null {
  return meanWPerM2 === null ? null : meanWPerM2 * hours / 1_000;
}

/**
 * Expected production of solar machines for an irradiation; machines of unknown power are left out.
 *
 * @spec facilities.solar-estimation, decision 046
 * @param sunKWhPerM2 irradiation; null when unknown
 * @returns kWh; null without irradiation, or without a solar machine of known power
 */
export function estimatedSolarKWh(
  sunKWhPerM2: number | null,
  devices: readonly Pick<Device, "kind" | "powerKW">[],
): number | null {
  const rated = devices.filter((device) => isSolar(device) && device.powerKW !== null);
  if (sunKWhPerM2 === null || rated.length === 0) return null;
  return sumBy(
    rated,
    ({ kind, powerKW }) => sunKWhPerM2 * (powerKW ?? 0) * (KWH_PER_KW[kind] ?? 0),
  );
}

/**
 * Whether the meters of a day were read for as long as its sun: the production of half a day is not compared with the
 * sun of a whole one. The reverse is not told from a sensor that sends nothing at night.
 *
 * @spec decision 238
 * @param sunShare share of the day covered by the sun's readings, 0 to 1
 * @param shares the same for each meter that was read
 */
export function isReadAsLong(sunShare: number, shares: readonly number[]): boolean {
  return shares.every((share) => share >= COMPARABLE * sunShare);
}

/**
 * The measured production as a share of the expected one, over the days on which both are known.
 *
 * @spec facilities.solar-estimation, decision 089
 * @returns %; null when nothing was expected on these days
 */
export function measuredPercent(
  days: readonly Pick<SolarRow, "measuredKWh" | "estimatedKWh">[],
): number | null {
  const known = days.flatMap(({ measuredKWh, estimatedKWh }) =>
    measuredKWh === null || estimatedKWh === null ? [] : [{ measuredKWh, estimatedKWh }]
  );
  const estimated = sumBy(known, ({ estimatedKWh }) => estimatedKWh);
  return estimated <= 0 ? null : 100 * sumBy(known, ({ measuredKWh }) => measuredKWh) / estimated;
}
