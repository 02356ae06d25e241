/** Sums up the last twelve finished months: of a boiler room with its season, and of a residence against the twelve before. @module */

import { type IsoDate, type IsoMonth, monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { exactSum, R } from "@/lib/base/decimals.ts";
import { PERCENT_BOUNDS } from "@/lib/base/rounding.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import type { MonthInput, MonthReport } from "./balance_report.ts";
import { pciOf } from "./carbon.ts";
import { ENERGY_BASES } from "./comparison.ts";
import { completeSum } from "./formulas.ts";
import { seasonYearOf } from "./heating_season.ts";
import { monthReport } from "./month_report.ts";
import type { RoomMonth, RoomYear, TwelveMonths } from "./schema.ts";
import { comparedWith, type TwoYears, yearCarbon } from "./year_comparison.ts";

const MONTHS = 12;

/** The last twelve finished months, in order. @spec projects.figures */
export function finishedMonths(today: IsoDate): IsoMonth[] {
  const running = monthOf(today);
  return Array.from({ length: MONTHS }, (_, position) => shiftMonth(running, position - MONTHS));
}

/** The months that are read: those, and the running one. */
export function monthsRead(today: IsoDate): IsoMonth[] {
  return [...finishedMonths(today), monthOf(today)];
}

/** Those of a boiler room whose source is not set. */
export const NO_MONTHS: TwelveMonths = { season: null, energy: null, weather: null };

/**
 * The twelve months of a boiler room.
 *
 * @spec projects.figures
 * @param before readings of the twelve months before
 */
export function twelveMonthFigures(
  now: MonthInput,
  before: TwoYears["before"] | null,
): TwelveMonths {
  const months = finishedMonths(now.now);
  const rows = months.map((month) => monthReport(now, month));
  const running = monthReport(now, monthOf(now.now));
  const { sourceKind } = now.boilerRoom;
  const energyBasis = ENERGY_BASES[SOURCE_KINDS[sourceKind].fuel];
  const total = before &&
    comparedWith({ now, before }, { months, last: months.at(-1) ?? monthOf(now.now) }).total;
  const { isWhole, finalKwh } = yearCarbon(now, { rows });
  const area = rows.at(-1)?.settings?.area ?? null;
  return {
    season: seasonOf([...rows, running], energyBasis),
    energy: isWhole && finalKwh !== null && area !== null && area > 0
      ? { finalKwh, areaM2: area }
      : null,
    weather: total && total.beforeKwh !== null && total.correctedKwh !== null
      ? {
        beforeKwh: inPci(sourceKind, total.beforeKwh),
        correctedKwh: inPci(sourceKind, total.correctedKwh),
        monthCount: total.monthCount,
      }
      : null,
  };
}

/** kWh PCI of the kWh of a balance, which are PCS for gas. */
export function inPci(sourceKind: MonthInput["boilerRoom"]["sourceKind"], kwh: number): number {
  return ENERGY_BASES[SOURCE_KINDS[sourceKind].fuel] === "PCS"
    ? pciOf({ carrier: "gas", unit: "kWh-PCS", amount: kwh })?.toNumber() ?? kwh
    : kwh;
}

/** NC and N'B of the latest season that has a month with both, the running one until yesterday; null without any. */
function seasonOf(
  rows: readonly MonthReport[],
  energyBasis: NonNullable<TwelveMonths["season"]>["energyBasis"],
): TwelveMonths["season"] {
  const heated = rows.flatMap(({ month, heating, target, rate }) =>
    heating.total === null || target.total === null
      ? []
      : [{ month, ncKwh: heating.total, targetKwh: target.total, threshold: rate.threshold }]
  );
  const last = heated.at(-1);
  if (last === undefined) return null;
  const yearStart = seasonYearOf(last.month);
  const own = heated.filter(({ month }) => seasonYearOf(month) === yearStart);
  return {
    yearStart,
    energyBasis,
    ncKwh: sumBy(own, ({ ncKwh }) => ncKwh),
    targetKwh: sumBy(own, ({ targetKwh }) => targetKwh),
    threshold: last.threshold,
  };
}

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
  return percentOver(months, ({ finalKwh, beforeKwh }) => [finalKwh, beforeKwh], -100);
}

function weatherOf(months: readonly RoomMonth[]): OverMonths | null {
  return percentOver(months, ({ weather }) => [weather?.correctedKwh, weather?.beforeKwh], -100);
}

function shareOfHotWater(months: readonly RoomMonth[]): OverMonths | null {
  return percentOver(months, ({ hotWater }) => [hotWater?.kwh, hotWater?.ofKwh], 0);
}

type MaybeKwh = number | null | undefined;

/**
 * Σ parts of Σ wholes of the months where both are known, % with one decimal; null when there is nothing above 0 to divide
 * by.
 */
function percentOver(
  months: readonly RoomMonth[],
  pairOf: (month: RoomMonth) => readonly [part: MaybeKwh, of: MaybeKwh],
  added: number,
): OverMonths | null {
  const pairs = months.map(pairOf).flatMap(([part = null, of = null]) =>
    part === null || of === null ? [] : { part, of }
  );
  const whole = exactSum(pairs.map((pair) => pair.of));
  if (whole.lte(0)) return null;
  const percent = exactSum(pairs.map(({ part }) => part)).times(100).div(whole).plus(added);
  return { value: R(percent, 1).toNumber(), monthCount: pairs.length };
}
