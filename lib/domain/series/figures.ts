import type { DataKind, RollupSlot } from "./types.ts";

/**
 * What is kept of a series for one hour, day or month, in whole numbers where figures add up.
 *
 * Sums are millionths of the unit so that days always make up their month, whatever the order the
 * readings came in.
 */
export interface Figures {
  /** Consumption of an index or a consumption, sum of the values of an instant, in millionths. */
  readonly millionths: number;
  /** Lowest and highest value; 0 for an index or a state. */
  readonly min: number;
  readonly max: number;
  /** Last reading; null when the period only lies under an interval of a register. */
  readonly last: number | null;
  readonly count: number;
  readonly coveredS: number;
  /** The register at the start, at the end, was drawn across a long gap. */
  readonly drawnAtStart: boolean;
  readonly drawnAtEnd: boolean;
}

/**
 * The figures of a month from those of its days, or of a year from those of its months.
 *
 * @param parts figures in time order; null where nothing is known
 * @returns null when nothing is known of any
 */
export function combinedFigures(parts: readonly (Figures | null)[]): Figures | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  const read = known.filter(({ count }) => count > 0);
  return {
    millionths: known.reduce((sum, part) => sum + part.millionths, 0),
    min: read.reduce((min, part) => Math.min(min, part.min), read[0]?.min ?? 0),
    max: read.reduce((max, part) => Math.max(max, part.max), read[0]?.max ?? 0),
    last: read.at(-1)?.last ?? null,
    count: known.reduce((count, part) => count + part.count, 0),
    coveredS: known.reduce((covered, part) => covered + part.coveredS, 0),
    drawnAtStart: parts[0]?.drawnAtStart ?? false,
    drawnAtEnd: parts.at(-1)?.drawnAtEnd ?? false,
  };
}

/**
 * The figures of a period as a reader gives them, in the series' unit.
 *
 * @param at "2024-07", "2024-07-15" or the instant of an hour
 * @param lengthS seconds of the period
 * @param figures null when nothing is known of the period
 */
export function slotOf(
  kind: DataKind,
  at: string,
  lengthS: number,
  figures: Figures | null,
): RollupSlot {
  if (figures === null) {
    return { at, ...NOTHING, count: 0, coveredS: 0, lengthS, estimated: false };
  }
  const { count, coveredS, last } = figures;
  const estimated = figures.drawnAtStart || figures.drawnAtEnd;
  return { at, ...values(kind, figures), last, count, coveredS, lengthS, estimated };
}

/**
 * Share of a period that readings account for.
 *
 * @param elapsedS seconds of the period that have gone by; the whole period unless it is current
 * @returns 0 to 1
 */
export function completeness(
  slot: Pick<RollupSlot, "coveredS" | "lengthS">,
  elapsedS: number = slot.lengthS,
): number {
  return elapsedS <= 0 ? 0 : Math.min(1, slot.coveredS / elapsedS);
}

const NOTHING = { sum: null, mean: null, min: null, max: null, last: null };

function values(
  kind: DataKind,
  { millionths, min, max, count, coveredS }: Figures,
): Pick<RollupSlot, "sum" | "mean" | "min" | "max"> {
  const sum = millionths / 1e6;
  if (kind === "state") return NOTHING;
  if (kind === "index") return { ...NOTHING, sum: coveredS > 0 ? sum : null };
  if (count === 0) return NOTHING;
  return { sum: kind === "consumption" ? sum : null, mean: sum / count, min, max };
}
