/** The factor and the offset of a source, from an instant on. @module */

import type { Point } from "@/lib/timeseries/readings.ts";
import { inUnit } from "@/lib/timeseries/source_names.ts";

/** What a sent number is worth in its series, from an instant on. @spec collectors.scales */
export interface SourceScale {
  /** Seconds since 1970; 0 for all readings. */
  readonly fromS: number;
  /** What each sent unit counts, in the unit of the series. */
  readonly factor: number;
  /** The register when the source was at zero, in the unit of the series; 0 for what is no register. */
  readonly offset: number;
}

/** Versions of one source, oldest first, with distinct instants. */
export type SourceScales = readonly SourceScale[];

export const FACTOR_MIN = 1e-9;
export const FACTOR_MAX = 1e6;
/** Most versions of one source. */
export const MOST_SCALES = 50;

const AS_SENT = { factor: 1, offset: 0 };

/** The version in force at an instant; null before the first one. */
function scaleAt(scales: SourceScales, epochS: number): SourceScale | null {
  return scales.findLast(({ fromS }) => fromS <= epochS) ?? null;
}

/** Versions in the order of their instants. */
export function inOrder(scales: SourceScales): SourceScale[] {
  return scales.toSorted((a, b) => a.fromS - b.fromS);
}

/**
 * A sent number in the unit of its series: converted from its own unit, then multiplied and added to.
 *
 * A unit that does not convert, such as « imp », is left out when a version is in force: that says what it is worth.
 *
 * @spec collectors.scales
 * @param from unit of the number; "" when the sender names none
 * @returns null when its unit does not convert
 * @example
 * ```ts
 * const scales = [{ fromS: 0, factor: 0.01, offset: 1234 }];
 * seriesValue({ epochS: 60, value: 350 }, "", { unit: "m³", scales }); // 1237.5
 * ```
 */
export function seriesValue(
  { epochS, value }: Pick<Point, "epochS" | "value">,
  from: string,
  { unit: to, scales = [] }: {
    readonly unit: string | null;
    readonly scales?: SourceScales | undefined;
  },
): number | null {
  const scale = scaleAt(scales, epochS);
  const converted = to === null ? value : inUnit(value, { from, to });
  if (scale === null) return converted;
  return rounded((converted ?? value) * scale.factor + scale.offset);
}

/**
 * The readings of a source that other versions change, with their new values.
 *
 * @spec collectors.rescaling
 * @param points stored under the versions `before`
 */
export function rescaled(
  points: readonly Point[],
  { before, after }: { readonly before: SourceScales; readonly after: SourceScales },
): Point[] {
  return points.flatMap((point) => {
    if (point.text !== undefined) return [];
    const { epochS, value } = point;
    const [was, is] = [scaleAt(before, epochS) ?? AS_SENT, scaleAt(after, epochS) ?? AS_SENT];
    if (was.factor === is.factor && was.offset === is.offset) return [];
    const sent = (value - was.offset) / was.factor;
    const changed = rounded(sent * is.factor + is.offset);
    return changed === value ? [] : [{ epochS, value: changed }];
  });
}

/**
 * The versions as they apply to a series: older readings than those of the source are of another one, unless a version
 * has a date that reaches them.
 *
 * @spec collectors.rescaling
 * @param sinceS the first second of the source in the series; undefined where it is the only one
 */
export function sinceAttached(scales: SourceScales, sinceS: number | undefined): SourceScales {
  const [first, ...later] = scales;
  if (sinceS === undefined || first?.fromS !== 0) return scales;
  const isOver = later.some(({ fromS }) => fromS <= sinceS);
  return isOver ? later : [{ ...first, fromS: sinceS }, ...later];
}

/** The seconds between which two lists of versions may differ, the last excluded; null when they do not. */
export function changedSpan(
  before: SourceScales,
  after: SourceScales,
): { readonly fromS: number; readonly toS: number } | null {
  const starts = [...new Set([...before, ...after].map(({ fromS }) => fromS))]
    .sort((a, b) => a - b);
  const differs = starts.map((fromS) => {
    const [was, is] = [scaleAt(before, fromS) ?? AS_SENT, scaleAt(after, fromS) ?? AS_SENT];
    return was.factor !== is.factor || was.offset !== is.offset;
  });
  const first = differs.indexOf(true);
  if (first < 0) return null;
  const end = starts[differs.lastIndexOf(true) + 1] ?? Number.MAX_SAFE_INTEGER;
  return { fromS: starts[first] ?? 0, toS: end };
}

/** Twelve digits: more than a meter has, and without the noise of the product. */
function rounded(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}
