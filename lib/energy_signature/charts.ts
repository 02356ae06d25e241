/** Lays out the charts of an energy signature: its days and band, its gaps, and their cumulated sums. @module */

import { dateParts, type IsoDate } from "@/lib/base/civil_dates.ts";
import { formatMonth } from "@/lib/base/date_format.ts";
import { highest, known, lowest } from "@/lib/base/sums.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { type ChartModel, chartModel } from "@/lib/ui/chart_model.ts";
import type { Point } from "@/lib/ui/chart_paths.ts";
import { chartScale, type ChartSize, STEP_COUNT } from "@/lib/ui/chart_scale.ts";
import type { EnergySignature, FittedSignature, SeasonDay, SignatureFit } from "./schema.ts";
import { bandKwh, expectedKwh } from "./signature.ts";

/** Size of the charts by day, px. */
const SIZE: ChartSize = { width: 1_100, height: 240 };
/** Points of an edge of the confidence band. */
const BAND_POINTS = 24;

/** The line of a signature between two outdoor temperatures: it bends at its balance temperature. */
export function lineOf(signature: FittedSignature, temperatures: readonly number[]): Point[] {
  const [coldest, mildest] = [Math.min(...temperatures), Math.max(...temperatures)];
  const knee = Math.min(Math.max(signature.balanceC, coldest), mildest);
  return [coldest, knee, mildest].map((x) => ({ x, y: expectedKwh(signature, x) }));
}

/** The outline of the band that contains 95 % of the days, from cold to mild above, and back below. @spec signature.fit */
export function bandOf(
  fit: SignatureFit,
  signature: FittedSignature,
  temperatures: readonly number[],
): Point[] {
  const [coldest, mildest] = [Math.min(...temperatures), Math.max(...temperatures)];
  const along = Array.from(
    { length: BAND_POINTS + 1 },
    (_, at) => coldest + (mildest - coldest) * at / BAND_POINTS,
  );
  const edge = (sign: number) =>
    along.map((x) => ({
      x,
      y: Math.max(0, expectedKwh(signature, x) + sign * bandKwh(fit, signature, x)),
    }));
  return [...edge(1), ...edge(-1).toReversed()];
}

/** The charts of the judged days of a season. */
export interface DriftCharts {
  /** Gap of each day, % of what the reference expects. */
  readonly gaps: ChartModel;
  /** Sums of the gaps, and the limit from which they are a verdict, %. */
  readonly sums: ChartModel;
}

/** The gaps of a season day by day, and their sums. @spec signature.drift @returns null without a judged day */
export function driftCharts(
  { days, limit }: Pick<EnergySignature, "days" | "limit">,
): DriftCharts | null {
  if (limit === null || !days.some(({ up }) => up !== null)) return null;
  const gaps = days.map(gapOf);
  const percent = (values: readonly (number | null)[]) =>
    values.map((value) => value === null ? null : 100 * value);
  const [up, down] = [percent(days.map(({ up }) => up)), percent(days.map(({ down }) => down))];
  const limits = days.map(() => 100 * limit);
  const axis = {
    size: SIZE,
    categories: days.map(({ date }) => monthLabel(date)),
    titles: days.map(({ date }) => date),
    formatValue: (value: number, decimals = 1) => `${formatNumber(value, decimals)}\u00A0%`,
  };
  const scaleOf = (...all: readonly (readonly (number | null)[])[]) => {
    const values = known(all.flat());
    return chartScale(Math.min(0, lowest(values) ?? 0), highest(values) ?? 0, STEP_COUNT);
  };
  return {
    gaps: chartModel({
      ...axis,
      scale: scaleOf(gaps),
      lines: [{ name: "Écart du jour", colour: "blue", values: gaps }],
    }),
    sums: chartModel({
      ...axis,
      scale: scaleOf(up, down, limits),
      lines: [
        { name: "Cumul des excès", colour: "orange", values: up },
        { name: "Cumul des baisses", colour: "blue", values: down },
        { name: "Limite", colour: "red", values: limits },
      ],
    }),
  };
}

/** The gap of a judged day, % of what the reference expects; null for another day. */
function gapOf({ up, energyKwh, expectedKwh }: SeasonDay): number | null {
  if (up === null || energyKwh === null || expectedKwh === null || expectedKwh <= 0) return null;
  return 100 * (energyKwh / expectedKwh - 1);
}

/** The month, under its first day. */
function monthLabel(date: IsoDate): string {
  const { day, month, year } = dateParts(date);
  return day === 1 ? formatMonth(`${year}-${String(month).padStart(2, "0")}`) : "";
}
