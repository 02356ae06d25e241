import type { CumulativeReport, YearReport } from "./types.ts";

/** A boiler room among others. */
export interface ComparedRoom {
  readonly projectId: string;
  readonly projectName: string;
  readonly boilerRoomId: string;
  readonly boilerRoomName: string;
}

/** One boiler room's year: its cumulative row beside the others'. */
export interface ComparisonLine extends ComparedRoom {
  /** null when no month of the period has begun. */
  readonly figures: CumulativeReport | null;
  /** Heated area of the last month, m²; null without settings. */
  readonly area: number | null;
  /** Months shown that carry a warning, the running one apart. */
  readonly doubtfulMonthCount: number;
}

/**
 * One boiler room's line in the comparison.
 *
 * @spec B §2 "Comparaison", checklist J8
 * @param room where the report comes from
 * @param report its year
 */
export function comparisonLine(room: ComparedRoom, report: YearReport): ComparisonLine {
  const doubtful = report.rows.filter((row) =>
    row.warnings.some((warning) => warning !== "running-month")
  );
  return {
    ...room,
    figures: report.cumulative,
    area: report.rows.at(-1)?.settings?.area ?? null,
    doubtfulMonthCount: doubtful.length,
  };
}

/**
 * The lines from the worst gap to the best, those without gap last, in their own order.
 *
 * @spec checklist J8
 */
export function worstFirst(lines: readonly ComparisonLine[]): ComparisonLine[] {
  return [...lines].sort((a, b) => {
    const [rankA, rankB] = [gapRank(a), gapRank(b)];
    if (rankA === rankB) return 0;
    return rankA < rankB ? 1 : -1;
  });
}

function gapRank(line: ComparisonLine): number {
  return line.figures?.rate.percent ?? Number.NEGATIVE_INFINITY;
}
