/** Sums the last twelve finished months of a residence, its boiler rooms together, against the twelve before. @module */

import { type IsoMonth, monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { exact, exactSum, R } from "@/lib/base/decimals.ts";
import { PERCENT_BOUNDS } from "@/lib/base/rounding.ts";
import type { MonthInput, MonthReport } from "./balance_report.ts";
import { completeSum } from "./formulas.ts";
import { monthReport } from "./month_report.ts";
import type { RoomMonth, RoomYear } from "./schema.ts";
import { finishedMonths, inPci } from "./twelve_months.ts";
import { comparedWith, type TwoYears } from "./year_comparison.ts";

/**
 * The months of a boiler room.
 *
 * @spec balance.residence-year
 * @param before readings of the twelve months before
 */
export function roomMonths(now: MonthInput, before: TwoYears["before"] | null): RoomMonth[] {
  const months = finishedMonths(now.now);
  const last = months.at(-1) ?? monthOf(now.now);
  const compared = before && comparedWith({ now, before }, { months, last }).months;
  const pci = (kwh: number | null) => kwh === null ? null : inPci(now.boilerRoom.sourceKind, kwh);
  return months.map((month, position) => {
    const row = monthReport(now, month);
    const { beforeKwh = null, correctedKwh = null } = compared?.[position] ?? {};
    const isRead = isWhole(now, row);
    const past = before && { ...now, ...before };
    const earlier = past && monthReport(past, shiftMonth(month, -12));
    return {
      month,
      finalKwh: isRead ? pci(row.source.energy) : null,
      beforeKwh: past && earlier && isWhole(past, earlier) ? pci(earlier.source.energy) : null,
      hotWater: isRead ? hotWaterOfMonth(now, row) : null,
      weather: beforeKwh === null || correctedKwh === null
        ? null
        : { beforeKwh: pci(beforeKwh) ?? 0, correctedKwh: pci(correctedKwh) ?? 0 },
    };
  });
}

/** Hot water, of source and solar together: at most all, since q is a mean that overstates some months. */
function hotWaterOfMonth(
  { boilerRoom: { sourceKind, hotWaterTypes } }: MonthInput,
  { source, solar, hotWater }: MonthReport,
): RoomMonth["hotWater"] {
  const used = completeSum([source.energy, solar.energy ?? 0]);
  const drawn = hotWaterTypes.length > 0 ? hotWater.energy : 0;
  if (used === null || drawn === null) return null;
  return { kwh: inPci(sourceKind, Math.min(drawn, used)), ofKwh: inPci(sourceKind, used) };
}

/** Whether the readings of a month cover enough of it. */
function isWhole({ series, boilerRoom }: MonthInput, { month, source }: MonthReport): boolean {
  const completeness = series[boilerRoom.sourceType]?.[month]?.completeness ?? 0;
  return source.energy !== null && 100 * completeness >= PERCENT_BOUNDS.compared;
}

/** A month of a residence: of all its boiler rooms that have a balance; null unless it is known in each. */
export interface ResidenceMonth {
  readonly month: IsoMonth;
  /** kWh PCI, solar apart. */
  readonly finalKwh: number | null;
  readonly beforeKwh: number | null;
  /** %, one decimal. */
  readonly changePercent: number | null;
  /** At the weather of the year before; of heated months only. */
  readonly weatherPercent: number | null;
  readonly hotWaterPercent: number | null;
}

/** A total, and the months that it is of. */
interface OverMonths {
  readonly value: number;
  readonly monthCount: number;
}

export interface ResidenceYear {
  readonly months: readonly ResidenceMonth[];
  /** kWh PCI of the known months; null without any. */
  readonly final: OverMonths | null;
  /** %, over the months known in both years. */
  readonly change: OverMonths | null;
  /** %, at the weather of the year before. */
  readonly weather: OverMonths | null;
  /** Share of hot water, %. */
  readonly hotWater: OverMonths | null;
}

/** @spec balance.residence-year */
export function residenceYear(rooms: readonly RoomYear[]): ResidenceYear {
  const set = rooms.filter(({ months }) => months.length > 0);
  const months = (set[0]?.months ?? []).map((_, position) =>
    set.flatMap((room) => room.months[position] ?? [])
  ).map(sumsOf);
  return {
    months: months.map((one) => ({
      month: one.month,
      finalKwh: one.finalKwh === null ? null : R(one.finalKwh, 0).toNumber(),
      beforeKwh: one.beforeKwh === null ? null : R(one.beforeKwh, 0).toNumber(),
      changePercent: changeOf([one])?.value ?? null,
      weatherPercent: weatherOf([one])?.value ?? null,
      hotWaterPercent: shareOfHotWater([one])?.value ?? null,
    })),
    final: finalOf(months),
    change: changeOf(months),
    weather: weatherOf(months),
    hotWater: shareOfHotWater(months),
  };
}

/** The sums of a month, unrounded. */
function sumsOf(parts: readonly RoomMonth[]): RoomMonth {
  const sum = (figure: (part: RoomMonth) => number | null | undefined) =>
    completeSum(parts.map((part) => figure(part) ?? null));
  const [kwh, ofKwh] = [sum((part) => part.hotWater?.kwh), sum((part) => part.hotWater?.ofKwh)];
  const beforeKwh = sum((part) => part.weather?.beforeKwh);
  const correctedKwh = sum((part) => part.weather?.correctedKwh);
  return {
    month: parts[0]?.month ?? "",
    finalKwh: sum((part) => part.finalKwh),
    beforeKwh: sum((part) => part.beforeKwh),
    hotWater: kwh === null || ofKwh === null ? null : { kwh, ofKwh },
    weather: beforeKwh === null || correctedKwh === null ? null : { beforeKwh, correctedKwh },
  };
}

function finalOf(months: readonly RoomMonth[]): OverMonths | null {
  const known = months.flatMap(({ finalKwh }) => finalKwh ?? []);
  if (known.length === 0) return null;
  return { value: R(exactSum(known), 0).toNumber(), monthCount: known.length };
}

function changeOf(months: readonly RoomMonth[]): OverMonths | null {
  return percentOver(
    months.flatMap(({ finalKwh, beforeKwh }) =>
      finalKwh === null || beforeKwh === null ? [] : { part: finalKwh, of: beforeKwh }
    ),
    -100,
  );
}

function weatherOf(months: readonly RoomMonth[]): OverMonths | null {
  return percentOver(
    months.flatMap(({ weather }) =>
      weather === null ? [] : { part: weather.correctedKwh, of: weather.beforeKwh }
    ),
    -100,
  );
}

function shareOfHotWater(months: readonly RoomMonth[]): OverMonths | null {
  return percentOver(
    months.flatMap(({ hotWater }) =>
      hotWater === null ? [] : { part: hotWater.kwh, of: hotWater.ofKwh }
    ),
    0,
  );
}

/** Σ parts of Σ wholes, % with one decimal; null when there is nothing above 0 to divide by. */
function percentOver(
  pairs: readonly { readonly part: number; readonly of: number }[],
  added: number,
): OverMonths | null {
  const whole = exactSum(pairs.map((pair) => pair.of));
  if (whole.lte(0)) return null;
  const percent = exact(exactSum(pairs.map(({ part }) => part))).times(100).div(whole).plus(added);
  return { value: R(percent, 1).toNumber(), monthCount: pairs.length };
}
