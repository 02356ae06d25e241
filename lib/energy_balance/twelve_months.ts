/** Sums up the last twelve finished months of a boiler room, and its season against the contract. @module */

import { type IsoDate, type IsoMonth, monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import type { MonthInput, MonthReport } from "./balance_report.ts";
import { pciOf } from "./carbon.ts";
import { ENERGY_BASES } from "./comparison.ts";
import { seasonYearOf } from "./heating_season.ts";
import { monthReport } from "./month_report.ts";
import type { TwelveMonths } from "./schema.ts";
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
