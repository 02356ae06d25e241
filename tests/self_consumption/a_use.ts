import type { AutoconsumptionSlot } from "@/lib/self_consumption/schema.ts";

/** A month of an operation: 10 kWh produced, 8 consumed, 4 of them by the operation itself. */
export function aUse(over: Partial<AutoconsumptionSlot> = {}): AutoconsumptionSlot {
  return {
    slot: "2025-06",
    producedKWh: 10,
    consumedKWh: 8,
    selfConsumedKWh: 4,
    surplusKWh: 6,
    fromGridKWh: 4,
    completeness: 1,
    isWithheld: false,
    ...over,
  };
}
