import { sumBy } from "@/lib/domain/numbers/sums.ts";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { Device, DeviceKind, SolarEstimation } from "./types.ts";

/** A day under the sun, with what there is to know about it. */
export type SolarRow = SolarEstimation["days"][number] & AnnotatedSlot;

/** The power of the sun that a panel is rated under, kW/m². */
const RATED_SUN_KW_PER_M2 = 1;

/** The thermal power that a square metre of collector is counted for, kW/m²: the convention of the trade. */
const THERMAL_KW_PER_M2 = 0.7;

/** Share of the solar energy on its collectors that a collective hot-water plant delivers over a year. */
const THERMAL_YIELD = 0.4;

/** Share of its rated production that a photovoltaic plant delivers, after losses by heat, cables and inverter. */
const PERFORMANCE_RATIO = 0.8;

/** kWh produced per kW installed for each kWh/m² of sun. */
const KWH_PER_KW: Readonly<Partial<Record<DeviceKind, number>>> = {
  "solar-thermal": THERMAL_YIELD / THERMAL_KW_PER_M2,
  "solar-electric": PERFORMANCE_RATIO / RATED_SUN_KW_PER_M2,
};

export function isSolar({ kind }: Pick<Device, "kind">): boolean {
  return KWH_PER_KW[kind] !== undefined;
}

/**
 * The sun that fell on a square metre.
 *
 * @param meanWPerM2 mean irradiance; null when it was not read
 * @param hours it lasted
 * @returns kWh/m²
 */
export function irradiationKWh(
  { meanWPerM2, hours }: { readonly meanWPerM2: number | null; readonly hours: number },
): number | null {
  return meanWPerM2 === null ? null : meanWPerM2 * hours / 1_000;
}

/**
 * What solar machines should give under some sun; those whose power is not known are left out.
 *
 * @spec facilities.solar-estimation, decision 046
 * @param sunKWhPerM2 irradiation; null when it is not known
 * @returns kWh; null without sun read, or without a solar machine of known power
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
