/** Sums up residences and the portfolio: their gap, their energy, their weather-corrected change, what waits there. @module */

import { exact, exactSum, R, roundedQuotient } from "@/lib/base/decimals.ts";
import { sumBy } from "@/lib/base/sums.ts";
import type { DocumentCounts } from "@/lib/documents/schema.ts";
import { gapPercent, gapStatus } from "@/lib/energy_balance/formulas.ts";
import type { GapStatus, TwelveMonths } from "@/lib/energy_balance/schema.ts";
import type { Drift, RoomFigures } from "@/lib/energy_signature/schema.ts";
import type { ProjectSilence } from "@/lib/series/schema.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { portfolioRanks, type Rank } from "@/lib/energy_balance/portfolio_ranks.ts";

/** The figures of a residence in the list; null where nothing is known. @spec projects.figures */
export interface ResidenceFigures {
  /** Gap of the season, % of N'B; null where boiler rooms have kWh of different bases. */
  readonly gapPercent: number | null;
  readonly gapStatus: GapStatus | null;
  /** The drift of its boiler rooms that lost most. */
  readonly drift: Drift | null;
  /** kWh PCI/m² over twelve months, one decimal, when all its boiler rooms are known. */
  readonly kwhPerM2: number | null;
  readonly silentCount: number;
  readonly lateCount: number;
}

/** What the figures are made from; null where it may not be read. */
export interface FigureSources {
  readonly rooms: readonly RoomFigures[] | null;
  readonly silences: readonly ProjectSilence[] | null;
  readonly documents: DocumentCounts | null;
}

/** Those of a residence of which nothing is read. */
export const NO_FIGURES: ResidenceFigures = {
  gapPercent: null,
  gapStatus: null,
  drift: null,
  kwhPerM2: null,
  silentCount: 0,
  lateCount: 0,
};

/** A function that gives the figures of a residence by its id. @spec projects.figures */
export function residenceFigures(
  { rooms, silences, documents }: FigureSources,
): (projectId: string) => ResidenceFigures {
  const roomsOf = Map.groupBy(rooms ?? [], ({ projectId }) => projectId);
  const silenceOf = new Map(
    (silences ?? []).flatMap((one) =>
      one.station === undefined ? [[one.projectId, one] as const] : []
    ),
  );
  const lateOf = Map.groupBy(documents?.lateOf ?? [], ({ projectId }) => projectId);
  return (id) => {
    const own = roomsOf.get(id) ?? [];
    const [drift = null] = own
      .flatMap(({ drift: found }) => found?.verdict === "drift" ? [found] : [])
      .toSorted((a, b) => b.lostKwh - a.lostKwh);
    const { lastAt = null, silentCount = 0, expectedCount = 0 } = silenceOf.get(id) ?? {};
    return {
      ...gapOf(own),
      drift,
      kwhPerM2: energyPerM2(own),
      // Those that never sent are as silent.
      silentCount: lastAt === null ? expectedCount : silentCount,
      lateCount: sumBy(lateOf.get(id) ?? [], ({ count }) => count),
    };
  };
}

type Season = NonNullable<TwelveMonths["season"]>;

/** ΣNC/ΣN'B − 1 of the latest season, within one basis only. @spec balance.ranks */
function gapOf(lines: readonly TwelveMonths[]) {
  const seasons = latestSeasons(lines);
  const bases = new Set(seasons.map(({ energyBasis }) => energyBasis));
  if (bases.size !== 1) return { gapPercent: null, gapStatus: null };
  const percent = gapOver(seasons);
  // The strictest, where they differ.
  const [threshold = null] = seasons.flatMap((one) => one.threshold ?? []).sort((a, b) => a - b);
  return { gapPercent: percent, gapStatus: gapStatus(percent, threshold) };
}

function latestSeasons(lines: readonly TwelveMonths[]): Season[] {
  const seasons = lines.flatMap(({ season }) => season ?? []);
  const latest = Math.max(...seasons.map(({ yearStart }) => yearStart));
  return seasons.filter(({ yearStart }) => yearStart === latest);
}

function gapOver(seasons: readonly Season[]): number | null {
  return gapPercent({
    actualKWh: sumBy(seasons, ({ ncKwh }) => ncKwh),
    targetKWh: sumBy(seasons, ({ targetKwh }) => targetKwh),
  });
}

function energyPerM2(lines: readonly TwelveMonths[]): number | null {
  const known = lines.flatMap(({ energy }) => energy ?? []);
  if (known.length === 0 || known.length < lines.length) return null;
  const energies = known.map(({ finalKwh }) => finalKwh);
  return roundedQuotient(energies, known.map(({ areaM2 }) => areaM2), 1);
}

/** The figures of all the residences together. @spec projects.figures */
export interface PortfolioFigures {
  /** Change at the weather of the year before, %, one decimal, and the boiler rooms compared; null without any. */
  readonly weather: { readonly percent: number; readonly roomCount: number } | null;
  /** The gap of the latest season by basis of energy, since their kWh are not summed. */
  readonly gaps: readonly {
    readonly energyBasis: Season["energyBasis"];
    readonly percent: number;
    readonly roomCount: number;
  }[];
  /** Residences whose gap is above their threshold. */
  readonly aboveCount: number;
}

/** @spec projects.figures, balance.ranks */
export function portfolioFigures(
  rooms: readonly TwelveMonths[],
  residences: readonly Pick<ResidenceFigures, "gapStatus">[],
): PortfolioFigures {
  const weather = rooms.flatMap((one) => one.weather ?? []);
  const before = exactSum(weather.map(({ beforeKwh }) => beforeKwh));
  const corrected = exactSum(weather.map(({ correctedKwh }) => correctedKwh));
  const seasons = Map.groupBy(latestSeasons(rooms), ({ energyBasis }) => energyBasis);
  return {
    weather: before.lte(0) ? null : {
      percent: R(exact(corrected).times(100).div(before).minus(100), 1).toNumber(),
      roomCount: weather.length,
    },
    gaps: [...seasons].flatMap(([energyBasis, own]) => {
      const percent = gapOver(own);
      return percent === null ? [] : [{ energyBasis, percent, roomCount: own.length }];
    }).sort((a, b) => b.roomCount - a.roomCount),
    aboveCount: residences.filter(({ gapStatus }) => gapStatus === "very-bad").length,
  };
}

/**
 * Residences from the worst: those that drift, from the greatest drift; those above their threshold, from the greatest
 * gap; then by open alarms, late documents and silent series, by name at last.
 *
 * @spec projects.figures
 */
export function worstFirst<
  Row extends ResidenceFigures & { readonly name: string; readonly alarmCount: number },
>(rows: readonly Row[]): Row[] {
  const keys = (row: Row) => [
    row.drift?.percent ?? 0,
    row.gapStatus === "very-bad" ? row.gapPercent ?? 0 : 0,
    row.alarmCount,
    row.lateCount,
    row.silentCount,
  ];
  return rows.map((row) => ({ row, keys: keys(row) }))
    .sort((a, b) => compareValues(b.keys, a.keys) || compareValues(a.row.name, b.row.name))
    .map(({ row }) => row);
}

export interface EnergyRank {
  /** kWh PCI/m² over twelve months; null unless each boiler room is known. */
  readonly kwhPerM2: number | null;
  readonly rank: Rank | null;
  /** Levels of kWh are then no comparison without a note. */
  readonly hasSeveralCarriers: boolean;
}

/** @spec balance.residence-year, balance.ranks */
export function energyRank(rooms: readonly RoomFigures[], projectId: string): EnergyRank {
  const figuresOf = residenceFigures({ rooms, silences: null, documents: null });
  const lines = [...new Set(rooms.map((one) => one.projectId))].map((id) => ({
    id,
    kwhPerM2: figuresOf(id).kwhPerM2,
  }));
  const bases = new Set(rooms.flatMap(({ season }) => season?.energyBasis ?? []));
  return {
    kwhPerM2: figuresOf(projectId).kwhPerM2,
    rank: portfolioRanks(lines)[projectId]?.kwhPerM2 ?? null,
    hasSeveralCarriers: bases.size > 1,
  };
}
