/** Compares the days of a heating season with the signature of a season before. @module */

import { type IsoDate, type IsoMonth, monthOf } from "@/lib/base/civil_dates.ts";
import { known, sumOf } from "@/lib/base/sums.ts";
import { findDrift, type JudgedDay } from "./drift.ts";
import type {
  DriftClosing,
  EnergySignature,
  Exclusion,
  SeasonDay,
  SignatureChange,
  SignatureFit,
} from "./schema.ts";
import { expectedKwh, fitSignature, type SignatureDay } from "./signature.ts";

/** A day of a season as it was read. */
export interface ReadDay {
  readonly date: IsoDate;
  readonly outdoorC: number | null;
  readonly energyKwh: number | null;
  /** Whether readings cover the whole day. */
  readonly isWhole: boolean;
  readonly isEstimated: boolean;
  readonly isDoubtful: boolean;
}

/** A complete season before the one that is looked at. */
export interface EarlierSeason {
  readonly yearStart: number;
  readonly days: readonly ReadDay[];
  /** What changed since; null without a change. */
  readonly change: SignatureChange | null;
}

export interface SeasonQuery {
  readonly days: readonly ReadDay[];
  /** The latest first. */
  readonly earlier: readonly EarlierSeason[];
  /** Year of the season chosen as reference; null for the latest that can be relied on. */
  readonly chosen: number | null;
  /** Closings of the season's verdicts, in order. */
  readonly closings: readonly Omit<DriftClosing, "drift">[];
}

type Compared = Pick<
  EnergySignature,
  "fit" | "earlier" | "reference" | "days" | "limit" | "drift" | "closings"
>;

/** Why a day is not used; null when it is. @spec signature.days */
export function exclusionOf(day: ReadDay): Exclusion | null {
  if (day.energyKwh === null) return "no-energy";
  if (day.outdoorC === null) return "no-temperature";
  if (!day.isWhole) return "incomplete";
  if (day.isEstimated) return "estimated";
  if (day.isDoubtful) return "doubtful";
  return day.energyKwh > 0 ? null : "no-consumption";
}

/** Whether a season may serve as reference. @spec signature.reference */
export function isReference(
  { fit, change }: Pick<EnergySignature["earlier"][number], "fit" | "change">,
): boolean {
  return fit.status === "ok" && change === null;
}

/** The signature of a season, and its drift against the reference. @spec signature.reference */
export function comparedSeason({ days, earlier, chosen, closings }: SeasonQuery): Compared {
  const seasons = earlier.map((season) => ({
    ...season,
    fit: fitSignature(validDays(season.days)),
  }));
  const usable = seasons.filter(isReference);
  const reference = usable.find(({ yearStart }) => yearStart === chosen) ?? usable[0];
  const fit = fitSignature(validDays(days));
  const told = seasons.map(({ yearStart, change, fit: of }) => ({ yearStart, change, fit: of }));
  const signature = reference?.fit.signature ?? null;
  if (reference === undefined || signature === null) {
    const plain = days.map((day) => seasonDay(day, null, undefined));
    const none = closings.map((one) => ({ ...one, drift: null }));
    const unsought = { reference: null, limit: null, drift: null, closings: none };
    return { fit, earlier: told, days: plain, ...unsought };
  }
  const unused = days.flatMap(({ date, outdoorC, ...day }) =>
    outdoorC === null || exclusionOf({ date, outdoorC, ...day }) === null
      ? []
      : [{ date, outdoorC }]
  );
  const baseline = { signature, days: validDays(reference.days) };
  const searches = partsOf(closings, days).map(({ from, to }) => {
    const within = <Day extends { readonly date: IsoDate }>(all: readonly Day[]) =>
      all.filter(({ date }) => from <= date && (to === null || date < to));
    return findDrift(baseline, within(validDays(days)), within(unused));
  });
  const judged = new Map(searches.flatMap((one) => one.days).map((day) => [day.date, day]));
  return {
    fit,
    earlier: told,
    reference: reference.yearStart,
    days: days.map((day) => seasonDay(day, signature, judged.get(day.date))),
    limit: searches[0]?.limit ?? null,
    drift: searches.at(-1)?.drift ?? null,
    closings: closings.map((one, at) => ({ ...one, drift: searches[at]?.drift ?? null })),
  };
}

/** The parts of a season between the closings of its verdicts: each is searched alone. @spec signature.closing */
function partsOf(
  closings: readonly Pick<DriftClosing, "date">[],
  days: readonly Pick<ReadDay, "date">[],
): readonly { readonly from: IsoDate; readonly to: IsoDate | null }[] {
  const starts = [days[0]?.date ?? "", ...closings.map(({ date }) => date)];
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? null }));
}

/** The used days of a month, against what the reference expects of them. */
export interface UsedMonth {
  readonly month: IsoMonth;
  readonly dayCount: number;
  readonly energyKwh: number;
  /** null without a reference. */
  readonly expectedKwh: number | null;
  readonly percent: number | null;
}

/** The days of a season that are used. @spec signature.days */
export function usedDays(
  days: readonly Pick<SeasonDay, "date" | "outdoorC" | "energyKwh" | "exclusion">[],
): SignatureDay[] {
  return days.flatMap(({ date, outdoorC, energyKwh, exclusion }) =>
    exclusion === null && outdoorC !== null && energyKwh !== null
      ? [{ date, outdoorC, energyKwh }]
      : []
  );
}

/** The used days of a season by month, in order. @spec signature.days */
export function usedMonths(days: readonly SeasonDay[]): UsedMonth[] {
  const used = days.filter(({ exclusion }) => exclusion === null);
  return [...Map.groupBy(used, ({ date }) => monthOf(date))].map(([month, ofMonth]) => {
    const energyKwh = sumOf(known(ofMonth.map((day) => day.energyKwh)));
    const expected = known(ofMonth.map((day) => day.expectedKwh));
    const expectedSum = expected.length === 0 ? null : sumOf(expected);
    return {
      month,
      dayCount: ofMonth.length,
      energyKwh,
      expectedKwh: expectedSum,
      percent: expectedSum === null ? null : 100 * (energyKwh / expectedSum - 1),
    };
  });
}

export function validDays(days: readonly ReadDay[]): SignatureDay[] {
  return usedDays(days.map((day) => ({ ...day, exclusion: exclusionOf(day) })));
}

function seasonDay(
  day: ReadDay,
  reference: SignatureFit["signature"],
  judged: JudgedDay | undefined,
): SeasonDay {
  const { date, outdoorC, energyKwh } = day;
  const isExpected = reference !== null && outdoorC !== null;
  return {
    date,
    outdoorC,
    energyKwh,
    exclusion: exclusionOf(day),
    expectedKwh: isExpected ? expectedKwh(reference, outdoorC) : null,
    up: judged?.up ?? null,
    down: judged?.down ?? null,
  };
}
