import type { CumulativeReport, YearReport } from "./types.ts";

export interface ComparedRoom {
  readonly projectId: string;
  readonly projectName: string;
  readonly boilerRoomId: string;
  readonly boilerRoomName: string;
}

/** The year of a boiler room in a comparison: its cumulative row. */
export interface ComparisonLine extends ComparedRoom {
  /** null without settings of the balance, or when no month of the period has begun. */
  readonly cumulative: CumulativeReport | null;
}

/**
 * The line of a boiler room in the comparison.
 *
 * @spec balance.comparison
 * @param report its year; null when the boiler room's source is not set
 */
export function comparisonLine(room: ComparedRoom, report: YearReport | null): ComparisonLine {
  const { projectId, projectName, boilerRoomId, boilerRoomName } = room;
  const cumulative = report?.cumulative ?? null;
  return { projectId, projectName, boilerRoomId, boilerRoomName, cumulative };
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
 * The lines whose gap exceeds the threshold in force, worst first.
 *
 * @spec balance.comparison, design §12 "gaps above threshold"
 */
export function aboveThreshold<Line extends Pick<ComparisonLine, "cumulative">>(
  lines: readonly Line[],
): Line[] {
  return worstFirst(lines.filter(({ cumulative }) => cumulative?.status === "very-bad"));
}

function gapRank({ cumulative }: Pick<ComparisonLine, "cumulative">): number {
  return cumulative?.rate.percent ?? Number.NEGATIVE_INFINITY;
}
