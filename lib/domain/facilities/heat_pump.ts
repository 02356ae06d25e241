import { clamp, round } from "@/lib/domain/numbers/round.ts";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import { knownTotal } from "@/lib/domain/series/statistics.ts";
import type { HybridConsumption, HybridMark, HybridMeter } from "./types.ts";

/** Heat produced by boilers and heat pumps in a slot. */
export type HybridSlot = HybridConsumption["slots"][number];

/** A slot with its events and annotations. */
export type HybridRow = HybridSlot & AnnotatedSlot<HybridMark>;

interface HybridTotals extends Omit<HybridSlot, "slot" | "missing"> {
  readonly cop: number | null;
}

/** Decimals of a COP and of a coverage. @spec facilities.heat-pumps "Heat pump COP and coverage rounded to 2 decimals" */
const DECIMALS = 2;

/**
 * The heat pumps' share of the heat of a boiler room.
 *
 * @spec facilities.heat-pumps "labels each bar with the heat-pump share; percentage bars cap at 100"
 * @param heatPumpKWh heat produced by the heat pumps
 * @param boilerKWh energy consumed by the boilers
 * @returns %, 0 to 100 with two decimals; null when a term is unknown or the sum is 0
 */
export function heatPumpPercent(
  heatPumpKWh: number | null,
  boilerKWh: number | null,
): number | null {
  if (heatPumpKWh === null || boilerKWh === null || heatPumpKWh + boilerKWh <= 0) return null;
  return clamp(round(100 * heatPumpKWh / (heatPumpKWh + boilerKWh), DECIMALS), 0, 100);
}

/**
 * The coefficient of performance: heat produced per kWh of electricity consumed.
 *
 * @spec facilities.heat-pumps
 * @returns two decimals; null when a term is unknown or nothing was consumed
 */
export function cop(heatPumpKWh: number | null, inputKWh: number | null): number | null {
  if (heatPumpKWh === null || inputKWh === null || inputKWh <= 0) return null;
  return round(heatPumpKWh / inputKWh, DECIMALS);
}

/** Meters of which the COP needs every reading, and those of which the share does. @spec decision 238 */
const COP_METERS = ["heat-pump", "heat-pump-input"] as const;
const SHARE_METERS = ["heat-pump", "boiler"] as const;

/** The COP of a slot; null also when a heat pump in service was not read, or only in part. @spec decision 238 */
export function slotCop(slot: HybridSlot): number | null {
  return lacks(slot, COP_METERS) ? null : cop(slot.heatPumpKWh, slot.heatPumpInputKWh);
}

/** The heat pumps' share of a slot; null also when a meter of it was not read, or only in part. @spec decision 238 */
export function slotPercent(slot: Omit<HybridSlot, "heatPumpPercent">): number | null {
  return lacks(slot, SHARE_METERS) ? null : heatPumpPercent(slot.heatPumpKWh, slot.boilerKWh);
}

/**
 * Totals of boilers and heat pumps over several slots. Shares and COP are computed from sums, never as means, over the
 * slots where both terms are known, of every heat pump in service.
 *
 * @spec facilities.heat-pumps, decisions 089 and 238
 */
export function hybridTotals(slots: readonly HybridSlot[]): HybridTotals {
  return {
    boilerKWh: knownTotal(slots.map(({ boilerKWh }) => boilerKWh)),
    heatPumpKWh: knownTotal(slots.map(({ heatPumpKWh }) => heatPumpKWh)),
    heatPumpInputKWh: knownTotal(slots.map(({ heatPumpInputKWh }) => heatPumpInputKWh)),
    heatPumpPercent: heatPumpPercent(
      ...totalsOfBoth(withReadings(slots, SHARE_METERS), ({ boilerKWh }) => boilerKWh),
    ),
    cop: cop(
      ...totalsOfBoth(withReadings(slots, COP_METERS), ({ heatPumpInputKWh }) => heatPumpInputKWh),
    ),
  };
}

function withReadings(slots: readonly HybridSlot[], meters: readonly HybridMeter[]) {
  return slots.filter((slot) => !lacks(slot, meters));
}

function lacks({ missing = [] }: Pick<HybridSlot, "missing">, meters: readonly HybridMeter[]) {
  return meters.some((meter) => missing.includes(meter));
}

/** Totals of the heat pumps and of another figure, over the slots where both are known. */
function totalsOfBoth(
  slots: readonly HybridSlot[],
  otherOf: (slot: HybridSlot) => number | null,
): [number | null, number | null] {
  const both = slots.filter((slot) => slot.heatPumpKWh !== null && otherOf(slot) !== null);
  return [knownTotal(both.map(({ heatPumpKWh }) => heatPumpKWh)), knownTotal(both.map(otherOf))];
}
