/** Ranks residences or boiler rooms among those of a landlord, and sums what may be summed. @module */

import { exact, exactSum, R } from "@/lib/base/decimals.ts";
import { quantile } from "@/lib/base/sums.ts";
import { type FinalEnergy, pciOf } from "./carbon.ts";
import type { Carrier } from "./carbon_factors.ts";

/** The figures by which a landlord's own are ranked; each is null when unknown, or absent. */
export interface RankedFigures {
  readonly kwhPerM2?: number | null;
  readonly whPerM2Dju?: number | null;
  readonly eurosPerM2?: number | null;
  readonly kgPerM2?: number | null;
}

export type RankedFigure = keyof RankedFigures;

/** One residence or boiler room over the same year as the others. */
export interface PortfolioLine extends RankedFigures {
  readonly id: string;
  /** What was delivered, solar included. */
  readonly energies: readonly FinalEnergy[];
  readonly kg: number | null;
  readonly euros: number | null;
  /** NC and N'B, kWh; null when they are not compared. */
  readonly heating: {
    readonly ncKwh: number;
    readonly targetKwh: number;
    /** What its kWh are. */
    readonly energyBasis: "PCS" | "PCI" | "useful";
    /** €/kWh; null when unknown. */
    readonly price: number | string | null;
  } | null;
}

export interface Rank {
  /** 1 for the lowest; equal figures have the same. */
  readonly rank: number;
  /** Lines with this figure. */
  readonly of: number;
  /** 1 for the lowest quarter to 4; null with fewer than four figures. */
  readonly quartile: 1 | 2 | 3 | 4 | null;
}

export interface PortfolioRanks {
  /** By id; null for a figure that is unknown. */
  readonly ranks: Readonly<Record<string, Readonly<Record<RankedFigure, Rank | null>>>>;
  /** The three quartiles of each figure; null with fewer than four. */
  readonly quartiles: Readonly<Record<RankedFigure, readonly [number, number, number] | null>>;
  /** Levels of kWh are then no comparison without a note. */
  readonly hasSeveralCarriers: boolean;
  readonly sums: PortfolioSums;
}

/** Sums of the lines that are known; null when none is. */
export interface PortfolioSums {
  readonly kg: number | null;
  readonly euros: number | null;
  /** Whole kWh PCI; district heat and electricity as delivered; without solar. */
  readonly finalKwh: number | null;
  /** Whole kWh, apart. */
  readonly solarKwh: number | null;
  /** ΣNC/ΣN'B − 1, %, one decimal; null unless every line has the same basis. */
  readonly gapPercent: number | null;
  /** Σ (N'B − NC)·P in €, above 0 for a saving; null unless bases differ and every price is known. */
  readonly gapEuros: number | null;
}

/** Figures from which quartiles are given. */
const LEAST_FIGURES = 4;

/** @spec balance.ranks */
export function portfolioRanks(lines: readonly PortfolioLine[]): PortfolioRanks {
  const known = byFigure((figure) => lines.flatMap((line) => line[figure] ?? []).sort(ascending));
  const quartiles = byFigure((figure) => quartilesOf(known[figure]));
  const ranksOf = (line: PortfolioLine) =>
    byFigure((figure) => rankOf(line[figure] ?? null, known[figure], quartiles[figure]));
  const carriers = lines.flatMap(({ energies }) => energies.map(({ carrier }) => carrier))
    .filter((carrier) => carrier !== "solar");
  return {
    ranks: Object.fromEntries(lines.map((line) => [line.id, ranksOf(line)])),
    quartiles,
    hasSeveralCarriers: new Set<Carrier>(carriers).size > 1,
    sums: sumsOf(lines),
  };
}

function byFigure<Value>(of: (figure: RankedFigure) => Value): Record<RankedFigure, Value> {
  return {
    kwhPerM2: of("kwhPerM2"),
    whPerM2Dju: of("whPerM2Dju"),
    eurosPerM2: of("eurosPerM2"),
    kgPerM2: of("kgPerM2"),
  };
}

function ascending(a: number, b: number): number {
  return a - b;
}

function quartilesOf(sorted: readonly number[]): readonly [number, number, number] | null {
  if (sorted.length < LEAST_FIGURES) return null;
  return [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
}

const QUARTILES = [1, 2, 3, 4] as const;

function rankOf(
  figure: number | null,
  sorted: readonly number[],
  quartiles: readonly number[] | null,
): Rank | null {
  if (figure === null) return null;
  const below = quartiles?.filter((quartile) => quartile < figure).length;
  return {
    rank: 1 + sorted.filter((other) => other < figure).length,
    of: sorted.length,
    quartile: below === undefined ? null : QUARTILES[below] ?? null,
  };
}

function sumsOf(lines: readonly PortfolioLine[]): PortfolioSums {
  const energies = lines.flatMap((line) => line.energies);
  const kwhOf = (isWanted: (carrier: Carrier) => boolean) =>
    rounded(
      energies.filter(({ carrier }) => isWanted(carrier)).flatMap((energy) => pciOf(energy) ?? []),
      0,
    );
  return {
    kg: rounded(lines.flatMap(({ kg }) => kg ?? []), 0),
    euros: rounded(lines.flatMap(({ euros }) => euros ?? []), 2),
    finalKwh: kwhOf((carrier) => carrier !== "solar"),
    solarKwh: kwhOf((carrier) => carrier === "solar"),
    ...gapOf(lines.flatMap(({ heating }) => heating ?? [])),
  };
}

type Heating = NonNullable<PortfolioLine["heating"]>;

function gapOf(heated: readonly Heating[]): Pick<PortfolioSums, "gapPercent" | "gapEuros"> {
  const none = { gapPercent: null, gapEuros: null };
  if (heated.length === 0) return none;
  if (new Set(heated.map(({ energyBasis }) => energyBasis)).size === 1) {
    const target = exactSum(heated.map(({ targetKwh }) => targetKwh));
    if (target.lte(0)) return none;
    const used = exactSum(heated.map(({ ncKwh }) => ncKwh));
    return { ...none, gapPercent: R(used.times(100).div(target).minus(100), 1).toNumber() };
  }
  const euros = heated.flatMap(({ ncKwh, targetKwh, price }) =>
    price === null ? [] : exact(targetKwh).minus(ncKwh).times(price)
  );
  return euros.length < heated.length ? none : { ...none, gapEuros: rounded(euros, 2) };
}

function rounded(parts: Parameters<typeof exactSum>[0], decimals: number): number | null {
  return parts.length === 0 ? null : R(exactSum(parts), decimals).toNumber();
}
