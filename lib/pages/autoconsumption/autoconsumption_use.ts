import { type UseTotals, useTotals } from "@/lib/domain/autoconsumption/figures.ts";
import type { AutoconsumptionSlot } from "@/lib/domain/autoconsumption/types.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { yearBefore } from "@/lib/domain/periods/steps.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { startedSlots } from "@/lib/pages/series/series_page.ts";
import { rangeLabel } from "@/lib/text/periods.ts";
import type { State } from "@/lib/web/state.ts";

/** Data of a page over a range of the operation. */
export interface UseRead {
  readonly range: PeriodRange;
  /** Every slot of the range, for its chart. */
  readonly slots: readonly AutoconsumptionSlot[];
  /** The slots that have begun. */
  readonly started: readonly AutoconsumptionSlot[];
  /** Totals of as many slots a year before; null before the first year, or without production. */
  readonly before: { totals: UseTotals; label: string } | null;
}

export async function readUse(state: State, range: PeriodRange): Promise<UseRead> {
  const before = yearBefore(range);
  const [slots, earlier] = await Promise.all([
    readSlots(state, range),
    before === null ? [] : readSlots(state, before),
  ]);
  const started = startedSlots(state, range, slots);
  const totals = useTotals(earlier.slice(0, started.length));
  const hasBefore = before !== null && totals.producedKWh !== null;
  return {
    range,
    slots,
    started,
    before: hasBefore ? { totals, label: rangeLabel(before) } : null,
  };
}

async function readSlots(state: State, range: PeriodRange): Promise<AutoconsumptionSlot[]> {
  const projectId = residenceOf(state).project.id;
  const segment = rangeSegment(range);
  return (await state.api.read("getAutoconsumptionData", { projectId, segment })).slots;
}
