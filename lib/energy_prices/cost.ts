/** Costs the energy of a period by dated tariffs, and writes an estimate. @module */

import { addDays, daysBetween, daysInYear, type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { type Decimal, type DecimalSource, exact, exactSum, R } from "@/lib/base/decimals.ts";
import type { PriceUnit } from "./schema.ts";

/** What a supplier asks from a day on, before tax. */
export interface Tariff {
  readonly from: IsoDate;
  /** €/kWh, of the same kWh as the energy. */
  readonly price: DecimalSource;
  /** Rate of its VAT: "0.20". */
  readonly vat: DecimalSource;
  /** Subscription, € a year. */
  readonly annualFixed: DecimalSource;
  readonly fixedVat: DecimalSource;
  /** As typed for a kWh PCI of gas, which two conversions would change. */
  readonly perPci?: DecimalSource;
  /** Supplier, and what says the price. */
  readonly source?: string;
}

export interface CostQuery {
  readonly from: IsoDate;
  /** Last day, included; not before `from`. */
  readonly to: IsoDate;
  /** Whole kWh of the period. */
  readonly kwh: number;
  /** kWh of each day; used when every day of the period is known. */
  readonly daily?: Readonly<Record<IsoDate, number>>;
  /** Of one carrier, in any order. */
  readonly tariffs: readonly Tariff[];
}

/** Days of one price, and what they cost before tax. */
interface CostLine {
  readonly kind: "energy" | "fixed";
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly days: number;
  /** Whole kWh; 0 of a subscription. */
  readonly kwh: number;
  /** €/kWh, or € a year of a subscription. */
  readonly price: string;
  /** €, cents. */
  readonly amount: string;
  readonly vatRate: string;
}

interface PeriodCost {
  readonly lines: readonly CostLine[];
  /** €, cents; null when a day has no price. */
  readonly ht: string | null;
  readonly vat: string | null;
  readonly ttc: string | null;
  /** Days without a price: « prix manquant », never 0. */
  readonly missing: { readonly from: IsoDate; readonly to: IsoDate } | null;
}

/**
 * The cost of a period: energy and subscription, cut where a price changes; VAT by rate, on the sum of its lines.
 *
 * @spec prices.cost
 * @throws RangeError when the period ends before it begins, or two tariffs begin on one day
 */
export function costOf(query: CostQuery): PeriodCost {
  const { from, to } = query;
  if (to < from) throw new RangeError("The period ends before it begins.");
  const spans = spansOf(query);
  const kwhs = split(query.kwh, spans, measuredDays(query));
  const lines = spans.flatMap((span, at) => linesOf(span, kwhs[at] ?? 0));
  const unpriced = spans.find(({ tariff }) => tariff === null);
  const ht = exactSum(lines.map(({ amount }) => amount));
  const vat = vatOf(lines);
  const isWhole = unpriced === undefined;
  return {
    lines,
    ht: isWhole ? ht.toFixed(2) : null,
    vat: isWhole ? vat.toFixed(2) : null,
    ttc: isWhole ? ht.plus(vat).toFixed(2) : null,
    missing: unpriced === undefined ? null : { from: unpriced.from, to: unpriced.to },
  };
}

interface Span {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly tariff: Tariff | null;
}

/** The period cut at each change of tariff. Before the first tariff there is no price. */
function spansOf({ from, to, tariffs }: CostQuery): readonly Span[] {
  const sorted = tariffs.toSorted((a, b) => a.from < b.from ? -1 : 1);
  sorted.forEach((tariff, at) => {
    if (tariff.from === sorted[at + 1]?.from) {
      throw new RangeError(`Two tariffs begin on ${tariff.from}.`);
    }
  });
  const starts = [
    from,
    ...sorted.map((tariff) => tariff.from).filter((day) => day > from && day <= to),
  ];
  return starts.map((start, at) => {
    const next = starts[at + 1];
    return {
      from: start,
      to: next === undefined ? to : addDays(next, -1),
      tariff: sorted.findLast((tariff) => tariff.from <= start) ?? null,
    };
  });
}

function dayCount({ from, to }: { readonly from: IsoDate; readonly to: IsoDate }): number {
  return daysBetween(from, to) + 1;
}

function datesOf(span: Span): IsoDate[] {
  return Array.from({ length: dayCount(span) }, (_, day) => addDays(span.from, day));
}

function measuredDays({ from, to, daily }: CostQuery): Readonly<Record<IsoDate, number>> | null {
  if (daily === undefined) return null;
  const isKnown = datesOf({ from, to, tariff: null }).every((date) => daily[date] !== undefined);
  return isKnown ? daily : null;
}

/** Whole kWh of each span, by what was read or by the number of days; the last one takes the rest. */
function split(
  kwh: number,
  spans: readonly Span[],
  daily: Readonly<Record<IsoDate, number>> | null,
): number[] {
  const days = spans.reduce((sum, span) => sum + dayCount(span), 0);
  let left = kwh;
  return spans.map((span, at) => {
    const part = at === spans.length - 1
      ? left
      : daily === null
      ? R(exact(kwh).times(dayCount(span)).div(days), 0).toNumber()
      : R(exactSum(datesOf(span).map((date) => daily[date] ?? 0)), 0).toNumber();
    left -= part;
    return part;
  });
}

function linesOf({ from, to, tariff }: Span, kwh: number): CostLine[] {
  if (tariff === null) return [];
  const days = dayCount({ from, to });
  const energy: CostLine = {
    kind: "energy",
    from,
    to,
    days,
    kwh,
    price: exact(tariff.price).toString(),
    amount: R(exact(tariff.price).times(kwh), 2).toFixed(2),
    vatRate: exact(tariff.vat).toString(),
  };
  return exact(tariff.annualFixed).eq(0) ? [energy] : [energy, ...fixedLines(from, to, tariff)];
}

/** The subscription of the days of each calendar year, whose lengths differ. */
function fixedLines(from: IsoDate, to: IsoDate, { annualFixed, fixedVat }: Tariff): CostLine[] {
  const years = yearOf(to) - yearOf(from) + 1;
  return Array.from({ length: years }, (_, at): CostLine => {
    const year = yearOf(from) + at;
    const part = {
      from: at === 0 ? from : `${year}-01-01`,
      to: at === years - 1 ? to : `${year}-12-31`,
    };
    const days = dayCount(part);
    return {
      kind: "fixed",
      ...part,
      days,
      kwh: 0,
      price: exact(annualFixed).toString(),
      amount: R(exact(annualFixed).times(days).div(daysInYear(year)), 2).toFixed(2),
      vatRate: exact(fixedVat).toString(),
    };
  });
}

function vatOf(lines: readonly CostLine[]): Decimal {
  const byRate = Map.groupBy(lines, ({ vatRate }) => vatRate);
  return exactSum(
    [...byRate].map(([rate, some]) => R(exactSum(some.map(({ amount }) => amount)).times(rate), 2)),
  );
}

/** kWh PCS of gas in a kWh PCI. @spec prices.units */
export const PCS_PER_PCI = "1.11";
/** kWh PCI in a tonne of pellets. @spec prices.units */
const PELLETS_KWH = 4_600;

/** A price in €/kWh, to 0.01 €/MWh; that of a kWh PCI of gas becomes that of a kWh PCS. @spec prices.units */
export function euroPerKwh(price: DecimalSource, unit: PriceUnit): string {
  const divisor = {
    "€/kWh": 1,
    "€/MWh": 1_000,
    "€/kWh PCI": PCS_PER_PCI,
    "€/t pellets": PELLETS_KWH,
  };
  return R(exact(price).div(divisor[unit]), 5).toFixed(5);
}

/** Below this an estimate gives no figure, €. */
const LEAST_ESTIMATE = 100;

/** An estimate to two significant digits, €; null below 100 €, which is said « moins de 100 € ». @spec prices.estimates */
export function estimatedEuros(amount: DecimalSource): number | null {
  const size = exact(amount).abs();
  if (size.lt(LEAST_ESTIMATE)) return null;
  const digits = size.round(0, 0).toFixed(0).length;
  return R(amount, 2 - digits).toNumber();
}
