/** Compares the balances of boiler rooms, and their gaps over the last thirty days. @module */

import { addDays, type IsoDate, type IsoMonth, monthOf } from "@/lib/base/civil_dates.ts";
import { type DecimalSource, exactSum, R } from "@/lib/base/decimals.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import type { MonthInput, YearInput } from "./balance_report.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { pciOf } from "./carbon.ts";
import { gapPercent, gapStatus } from "./formulas.ts";
import { isHeatingDay } from "./heating_season.ts";
import { heatingOnDays } from "./month_report.ts";
import { type PortfolioRanks, portfolioRanks } from "./portfolio_ranks.ts";
import type { ComparisonLine, RecentGap } from "./schema.ts";
import { type TwoYears, yearCarbon, yearComparison } from "./year_comparison.ts";
import { yearReport } from "./year_report.ts";

/** The figures of a boiler room in the comparison. */
export type ComparedYear = Pick<ComparisonLine, "cumulative" | "equalWeather" | "marks">;

/** Those of a boiler room whose source is not set. */
export const NO_YEAR: ComparedYear = { cumulative: null, equalWeather: null, marks: null };

/**
 * The year of a boiler room in the comparison.
 *
 * @spec balance.comparison
 * @param before readings of the year before; null without any
 */
export function comparedYear(now: YearInput, before: TwoYears["before"] | null): ComparedYear {
  const report = yearReport(now);
  const total = before && yearComparison({ now, before }).total;
  const percent = total?.changePercent ?? null;
  const { isWhole, energies, finalPerM2, kg, kgPerM2 } = yearCarbon(now, report);
  return {
    cumulative: report.cumulative,
    equalWeather: total === null || percent === null
      ? null
      : { percent, monthCount: total.monthCount },
    marks: isWhole
      ? {
        energies: energies.map(({ carrier, unit, amount }) => ({ carrier, unit, amount })),
        ...{ kwhPerM2: finalPerM2, kg, kgPerM2 },
      }
      : null,
  };
}

/** What the kWh of a fuel are. */
export const ENERGY_BASES = { gaz: "PCS", wood: "PCI", urban: "useful" } as const;

/** Sums of the lines that are known; null when none is. */
export interface PortfolioSums {
  readonly kg: number | null;
  /** Whole kWh PCI; district heat as delivered; without solar. */
  readonly finalKwh: number | null;
  /** Whole kWh, apart. */
  readonly solarKwh: number | null;
  /** ΣNC/ΣN'B − 1, %, one decimal; null unless the kWh of every line are of one kind. */
  readonly gapPercent: number | null;
}

/**
 * The boiler rooms among one another.
 *
 * @spec balance.ranks
 * @param costs €/m² by boiler room; null where unknown
 */
export function comparedRanks(
  lines: readonly ComparisonLine[],
  costs: ReadonlyMap<string, number | null> = new Map(),
): { readonly ranks: PortfolioRanks; readonly sums: PortfolioSums } {
  const ranks = portfolioRanks(lines.map(({ boilerRoomId, cumulative, marks }) => ({
    id: boilerRoomId,
    kwhPerM2: marks?.kwhPerM2 ?? null,
    kgPerM2: marks?.kgPerM2 ?? null,
    eurosPerM2: costs.get(boilerRoomId) ?? null,
    whPerM2Dju: cumulative?.heating.perAreaDju ?? null,
  })));
  const energies = lines.flatMap(({ marks }) => marks?.energies ?? []);
  const [solar, others] = [true, false].map((isSolar) =>
    energies.filter(({ carrier }) => (carrier === "solar") === isSolar)
      .flatMap((energy) => pciOf(energy) ?? [])
  );
  return {
    ranks,
    sums: {
      kg: wholeSum(lines.flatMap(({ marks }) => marks?.kg ?? [])),
      finalKwh: wholeSum(others ?? []),
      solarKwh: wholeSum(solar ?? []),
      gapPercent: gapOf(lines),
    },
  };
}

function wholeSum(parts: readonly DecimalSource[]): number | null {
  return parts.length === 0 ? null : R(exactSum(parts), 0).toNumber();
}

/** NC against N'B of the lines where both are known. */
function gapOf(lines: readonly ComparisonLine[]): number | null {
  const heated = lines.flatMap(({ cumulative }) => {
    const [ncKwh, targetKwh] = [cumulative?.heating.total, cumulative?.target.total];
    if (cumulative === null || ncKwh == null || targetKwh == null) return [];
    return {
      ncKwh,
      targetKwh,
      energyBasis: ENERGY_BASES[SOURCE_KINDS[cumulative.source.kind].fuel],
    };
  });
  const target = exactSum(heated.map(({ targetKwh }) => targetKwh));
  if (new Set(heated.map(({ energyBasis }) => energyBasis)).size !== 1 || target.lte(0)) {
    return null;
  }
  const used = exactSum(heated.map(({ ncKwh }) => ncKwh));
  return R(used.times(100).div(target).minus(100), 1).toNumber();
}

/** The lines from the worst gap to the best; lines without a gap come last, in their order. @spec balance.comparison */
export function worstFirst<Line extends Pick<ComparisonLine, "cumulative">>(
  lines: readonly Line[],
): Line[] {
  return lines.toSorted((a, b) => compareValues(gapRank(b), gapRank(a)));
}

/**
 * The boiler rooms whose gap over the last thirty days exceeds the threshold in force, worst first; the others, and
 * those with too few days, are not ranked.
 *
 * @spec balance.recent-gap, design §12 "gaps above threshold"
 */
export function aboveThreshold<Line extends { readonly gap: RecentGap | null }>(
  lines: readonly Line[],
): Line[] {
  return lines.filter(({ gap }) => gap?.status === "very-bad")
    .sort((left, right) => (right.gap?.percent ?? 0) - (left.gap?.percent ?? 0));
}

function gapRank({ cumulative }: Pick<ComparisonLine, "cumulative">): number {
  return cumulative?.rate.percent ?? Number.NEGATIVE_INFINITY;
}

/** Last finished days of the recent gap, and the fewest that are enough to judge a boiler room. @spec balance.recent-gap */
export const RECENT_DAYS = 30;
const LEAST_RECENT_DAYS = 15;

/** The months of the last thirty finished days, in order. @spec balance.recent-gap */
export function recentMonths(today: IsoDate): IsoMonth[] {
  const days = Array.from(
    { length: RECENT_DAYS },
    (_, position) => addDays(today, position - RECENT_DAYS),
  );
  return [...new Set(days.map(monthOf))];
}

/**
 * The gap of a boiler room over the last thirty finished days: those with DJU above 0, inside the heating season, that
 * every meter covers.
 *
 * @spec balance.recent-gap
 * @param input readings by day of {@link recentMonths}
 * @returns null with fewer than fifteen such days: too few to judge
 */
export function recentGap(input: MonthInput): RecentGap | null {
  const from = addDays(input.now, -RECENT_DAYS);
  const isRecent = (date: IsoDate, dju: number) =>
    dju > 0 && date >= from && isHeatingDay(input.seasons, date);
  const parts = recentMonths(input.now)
    .flatMap((month) => heatingOnDays(input, month, isRecent) ?? []);
  const dayCount = sumBy(parts, (part) => part.dayCount);
  if (dayCount < LEAST_RECENT_DAYS) return null;
  const percent = gapPercent({
    actualKWh: sumBy(parts, ({ actualKWh }) => actualKWh),
    targetKWh: sumBy(parts, ({ targetKWh }) => targetKWh),
  });
  const threshold = parts.at(-1)?.threshold ?? null;
  return { dayCount, percent, threshold, status: gapStatus(percent, threshold) };
}
