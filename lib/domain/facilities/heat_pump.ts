import { clamp, round } from "../numbers/round.ts";
import { knownTotal } from "../series/statistics.ts";
import type { SlotTold } from "../series/slot_told.ts";
import type { HybridConsumption, HybridMark } from "./types.ts";

/** A slot of what boilers and heat pumps gave. */
export type HybridSlot = HybridConsumption["slots"][number];

/** The same, with what there is to know about it. */
export type HybridRow = HybridSlot & SlotTold<HybridMark>;

/** Several slots together. */
export interface HybridTotals extends Omit<HybridSlot, "slot"> {
  readonly cop: number | null;
}

/** Decimals of a COP and of a share covered. @spec B §9 "Heat pump COP and coverage rounded to 2 decimals" */
const DECIMALS = 2;

/**
 * The share of the heat pumps in the heat of a boiler room.
 *
 * @spec B §9 "labels each bar with the heat-pump share; percentage bars cap at 100"
 * @param heatPumpKWh what the heat pumps gave
 * @param boilerKWh what the boilers took from their source
 * @returns %, 0 to 100 with two decimals; null when one is not known, or nothing was given
 */
export function heatPumpPercent(
  heatPumpKWh: number | null,
  boilerKWh: number | null,
): number | null {
  if (heatPumpKWh === null || boilerKWh === null || heatPumpKWh + boilerKWh <= 0) return null;
  return clamp(round(100 * heatPumpKWh / (heatPumpKWh + boilerKWh), DECIMALS), 0, 100);
}

/**
 * The coefficient of performance: heat given for a kWh of electricity taken.
 *
 * @spec B §9 "Heat pump COP"
 * @returns two decimals; null when one is not known, or nothing was taken
 */
export function cop(heatPumpKWh: number | null, inputKWh: number | null): number | null {
  if (heatPumpKWh === null || inputKWh === null || inputKWh <= 0) return null;
  return round(heatPumpKWh / inputKWh, DECIMALS);
}

/**
 * What boilers and heat pumps gave over several slots: shares and COP are those of the sums, never means.
 *
 * @spec B §9; domain §2 A16 "a mean of % is meaningless"
 */
export function hybridTotals(slots: readonly HybridSlot[]): HybridTotals {
  const sum = (figure: (slot: HybridSlot) => number | null) => knownTotal(slots.map(figure));
  const boilerKWh = sum((slot) => slot.boilerKWh);
  const heatPumpKWh = sum((slot) => slot.heatPumpKWh);
  const heatPumpInputKWh = sum((slot) => slot.heatPumpInputKWh);
  return {
    boilerKWh,
    heatPumpKWh,
    heatPumpInputKWh,
    heatPumpPercent: heatPumpPercent(heatPumpKWh, boilerKWh),
    cop: cop(heatPumpKWh, heatPumpInputKWh),
  };
}
