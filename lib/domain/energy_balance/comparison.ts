import type { ComparisonLine, RecentGapLine, YearReport } from "./types.ts";

/**
 * The line of a boiler room in the comparison.
 *
 * @spec balance.comparison
 * @param report its year; null when the boiler room's source is not set
 */
export function comparisonLine(
  room: Omit<ComparisonLine, "cumulative">,
  report: YearReport | null,
): ComparisonLine {
  return { ...room, cumulative: report?.cumulative ?? null };
}

/** The lines from the worst gap to the best; lines without a gap come last, in their order. @spec balance.comparison */
export function worstFirst<Line extends Pick<ComparisonLine, "cumulative">>(
  lines: readonly Line[],
): Line[] {
  return [...lines].sort((a, b) => {
    const [rankA, rankB] = [gapRank(a), gapRank(b)];
    if (rankA === rankB) return 0;
    return rankA < rankB ? 1 : -1;
  });
}

/**
 * The boiler rooms whose gap over the last thirty days exceeds the threshold in force, worst first; the others, and
 * those with too few days, are not ranked.
 *
 * @spec balance.recent-gap, design §12 "gaps above threshold"
 */
export function aboveThreshold<Line extends Pick<RecentGapLine, "gap">>(
  lines: readonly Line[],
): Line[] {
  return lines.filter(({ gap }) => gap?.status === "very-bad")
    .sort((left, right) => (right.gap?.percent ?? 0) - (left.gap?.percent ?? 0));
}

function gapRank({ cumulative }: Pick<ComparisonLine, "cumulative">): number {
  return cumulative?.rate.percent ?? Number.NEGATIVE_INFINITY;
}
