/** Prepares the rows, totals and mean of the list of a month's reports. @module */

import { knownTotal } from "@/lib/base/sums.ts";
import type { HouseFloor } from "@/lib/housing/dwelling_list.ts";
import { LEAST_COMPARED } from "@/lib/housing/running_month.ts";
import { CONSUMPTION_KINDS, type ConsumptionKind } from "@/lib/timeseries/units.ts";
import { doubtfulOf } from "@/lib/timeseries/rollups.ts";
import type { ConsumptionAnalysis, ConsumptionItem } from "./schema.ts";

/** States of a dwelling's month, for the filter of the list. */
export const REPORT_STATES = ["up", "doubtful", "unread", "shared", "fine"] as const;

/** One of {@link REPORT_STATES}. */
export type ReportState = typeof REPORT_STATES[number];

/** A dwelling in the list of a month's reports. */
export interface ReportLine {
  readonly id: string;
  readonly name: string;
  readonly floor: HouseFloor;
  readonly items: readonly ConsumptionItem[];
  readonly totalCost: number | null;
  /** Lowest completeness of its consumptions, 0 to 1; null before a day of the month is over. */
  readonly completeness: number | null;
  readonly isShared: boolean;
}

interface NamedHouse {
  readonly id: string;
  readonly settings: { readonly name: string; readonly floor: HouseFloor };
}

/** The dwellings of a month, with their names. @spec reports.month-list */
export function reportLines(
  { houses: analysed, until }: Pick<ConsumptionAnalysis, "houses" | "until">,
  houses: readonly NamedHouse[],
): ReportLine[] {
  const settings = new Map(houses.map((house) => [house.id, house.settings]));
  return analysed.flatMap(({ houseId, items, totalCost, isShared }) => {
    const named = settings.get(houseId);
    if (named === undefined) return [];
    const completeness = until === null
      ? null
      : Math.min(...items.map((item) => item.completeness));
    return [{ id: houseId, ...named, items, totalCost, completeness, isShared }];
  });
}

/** The consumption of a kind; undefined when the dwelling has none. */
export function itemOfKind(
  { items }: Pick<ReportLine, "items">,
  kind: ConsumptionKind,
): ConsumptionItem | undefined {
  return items.find((item) => item.kind === kind);
}

/** A kind found in some dwelling, as a column. */
export type ReportKind = Pick<ConsumptionItem, "kind" | "unit">;

/** The kinds found in some dwelling, in order. */
export function kindsOf(lines: readonly Pick<ReportLine, "items">[]): ReportKind[] {
  const units = new Map(
    lines.flatMap(({ items }) => items.map(({ kind, unit }) => [kind, unit] as const)),
  );
  return CONSUMPTION_KINDS.flatMap((kind) => {
    const unit = units.get(kind);
    return unit === undefined ? [] : [{ kind, unit }];
  });
}

/** The states of a dwelling's month: it may be both up and partly read. A projection without a value is not up yet. */
export function reportStates({ items, completeness, isShared }: ReportLine): ReportState[] {
  const states: ReportState[] = [
    ...items.some(({ status, value }) => status === "bad" && value !== null) ? ["up" as const] : [],
    ...items.some(({ doubtful }) => doubtful) ? ["doubtful" as const] : [],
    ...completeness !== null && completeness < LEAST_COMPARED ? ["unread" as const] : [],
    ...isShared ? ["shared" as const] : [],
  ];
  return states.length === 0 ? ["fine"] : states;
}

/** The total of each kind over some dwellings, and of the costs; a level has no total. @spec reports.month-list */
export function reportTotals(lines: readonly ReportLine[], kinds: readonly ReportKind[]) {
  const byKind = kinds.map(({ kind }) =>
    kind === "temp" ? null : knownTotal(lines.map((line) => itemOfKind(line, kind)?.value ?? null))
  );
  const doubtfulKinds = kinds.map(({ kind }) =>
    doubtfulOf(lines.flatMap((line) => itemOfKind(line, kind) ?? [])).doubtful ?? false
  );
  return {
    byKind,
    doubtfulKinds,
    cost: knownTotal(lines.map(({ totalCost }) => totalCost)),
    isCostDoubtful: lines.some(({ items }) => isCostDoubtful(items)),
  };
}

/** Whether the total cost of a dwelling counts a doubtful figure. */
export function isCostDoubtful(items: readonly ConsumptionItem[]): boolean {
  return items.some(({ cost, doubtful, isPart }) => doubtful === true && cost !== null && !isPart);
}

/** The means of the residence as a line of the list; null when no figure has 11 dwellings. */
export function meanLine(
  { mean }: Pick<ConsumptionAnalysis, "mean">,
  name: string,
): ReportLine | null {
  if (mean.every(({ value }) => value === null)) return null;
  const facts = { id: "", floor: null, totalCost: null, completeness: 1, isShared: false };
  return { ...facts, name, items: mean };
}
