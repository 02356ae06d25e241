import { sortedSlots } from "@/lib/domain/series/range_rows.ts";
import type { SortValue } from "@/lib/domain/tables/sort.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { selfConsumptionPercent, selfProductionPercent } from "./figures.ts";
import type { AutoconsumptionSlot } from "./types.ts";

/** The slots of a range in the chosen order; by time when there is no sort. @spec tables.sort */
export function sortedUse(
  slots: readonly AutoconsumptionSlot[],
  { sort }: TableState,
): readonly AutoconsumptionSlot[] {
  return sortedSlots(slots, sort, SORTS);
}

const SORTS: Readonly<Record<string, (slot: AutoconsumptionSlot) => SortValue>> = {
  producedKWh: ({ producedKWh }) => producedKWh,
  selfConsumedKWh: ({ selfConsumedKWh }) => selfConsumedKWh,
  surplusKWh: ({ surplusKWh }) => surplusKWh,
  consumedKWh: ({ consumedKWh }) => consumedKWh,
  fromGrid: ({ fromGridKWh }) => fromGridKWh,
  selfConsumption: selfConsumptionPercent,
  selfProduction: selfProductionPercent,
  completeness: ({ completeness }) => completeness,
};
