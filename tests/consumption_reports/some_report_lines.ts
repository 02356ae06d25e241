/** Lines of the list of consumption reports of a month. @module */

import type { ReportLine } from "@/lib/consumption_reports/month_list.ts";
import type { ConsumptionItem } from "@/lib/consumption_reports/schema.ts";
import type { ConsumptionKind } from "@/lib/series/consumption_kinds.ts";

export function item(
  kind: ConsumptionKind,
  value: number | null,
  rest: Partial<ConsumptionItem> = {},
): ConsumptionItem {
  return {
    kind,
    unit: kind === "coldWater" ? "m³" : "kWh",
    value,
    completeness: 1,
    cost: null,
    reference: null,
    referencePercent: null,
    progress: null,
    previousYear: null,
    previousYearCorrected: null,
    previousYearPercent: null,
    status: null,
    mean: null,
    yearToDate: null,
    projected: null,
    isPart: false,
    ...rest,
  };
}

export function line(
  name: string,
  items: ConsumptionItem[],
  rest: Partial<ReportLine> = {},
): ReportLine {
  const facts = { floor: null, totalCost: null, completeness: 1, isShared: false };
  return { id: name, name, items, ...facts, ...rest };
}

export const A2 = line("A2", [item("coldWater", 6), item("heating", 200, { status: "bad" })], {
  totalCost: 40,
});
export const A10 = line("A10", [item("coldWater", null), item("temp", 20)], { completeness: 0.5 });
