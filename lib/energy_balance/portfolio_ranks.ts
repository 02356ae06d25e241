/** Ranks boiler rooms or residences among those of a landlord. @module */

import { quantile } from "@/lib/base/sums.ts";

/** The figures by which a landlord's own are ranked. */
export type RankedFigure = "kwhPerM2" | "whPerM2Dju" | "eurosPerM2" | "kgPerM2";

/** A boiler room or residence over the same year as the others; a figure is null when unknown, or absent. */
export interface RankedLine extends Readonly<Partial<Record<RankedFigure, number | null>>> {
  readonly id: string;
}

export interface Rank {
  /** 1 for the lowest; equal figures have the same. */
  readonly rank: number;
  /** Lines with this figure. */
  readonly of: number;
  /** 1 for the lowest quarter to 4; null with fewer than four figures. */
  readonly quartile: number | null;
}

/** By id; null for a figure that is unknown. */
export type PortfolioRanks = Readonly<
  Record<string, Readonly<Record<RankedFigure, Rank | null>>>
>;

/** Figures from which quartiles are given. */
const LEAST_FIGURES = 4;

/** @spec balance.ranks */
export function portfolioRanks(lines: readonly RankedLine[]): PortfolioRanks {
  const known = byFigure((figure) =>
    lines.flatMap((line) => line[figure] ?? []).sort((a, b) => a - b)
  );
  const ranksOf = (line: RankedLine) =>
    byFigure((figure) => rankOf(line[figure] ?? null, known[figure]));
  return Object.fromEntries(lines.map((line) => [line.id, ranksOf(line)]));
}

function byFigure<Value>(of: (figure: RankedFigure) => Value): Record<RankedFigure, Value> {
  return {
    kwhPerM2: of("kwhPerM2"),
    whPerM2Dju: of("whPerM2Dju"),
    eurosPerM2: of("eurosPerM2"),
    kgPerM2: of("kgPerM2"),
  };
}

function rankOf(figure: number | null, sorted: readonly number[]): Rank | null {
  if (figure === null) return null;
  const quartiles = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  return {
    rank: 1 + sorted.filter((other) => other < figure).length,
    of: sorted.length,
    quartile: sorted.length < LEAST_FIGURES
      ? null
      : 1 + quartiles.filter((quartile) => quartile < figure).length,
  };
}
