/** Revises the price of a kWh by the indexes that its clause names. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import {
  type Decimal,
  type DecimalSource,
  exact,
  exactSum,
  fractionSum,
  R,
} from "@/lib/base/decimals.ts";

/** An index in a revision clause: its share, and its value when the price was agreed. */
export interface RevisionTerm {
  readonly b: DecimalSource;
  readonly indexId: string;
  /** I0, not 0. */
  readonly index0: DecimalSource;
}

/** A part of a price that follows indexes, €/kWh before tax: p0·(a + Σ b·I/I0). */
export interface RevisedComponent {
  readonly p0: DecimalSource;
  readonly a: DecimalSource;
  readonly terms: readonly RevisionTerm[];
}

/** A part that passes through: excise duty, transport, CEE. */
export interface FixedComponent {
  /** €/kWh before tax. */
  readonly fixed: DecimalSource;
  readonly label: string;
}

export type PriceComponent = RevisedComponent | FixedComponent;

/** A published value of an index. */
export interface IndexValue {
  readonly indexId: string;
  readonly month: IsoMonth;
  readonly value: DecimalSource;
}

export interface RevisionRules {
  /** Decimals of the coefficient K; 4 when absent. */
  readonly coefDecimals?: number;
  /** "up" rounds K towards +∞; a half away from zero when absent. */
  readonly coefRounding?: "half" | "up";
  /** Decimals of a price in €/kWh; 5 when absent. */
  readonly priceDecimals?: number;
}

export interface RevisionQuery extends RevisionRules {
  readonly components: readonly PriceComponent[];
  /** The month that the clause names for its indexes. */
  readonly month: IsoMonth;
  /** In any order. */
  readonly indexValues: readonly IndexValue[];
}

/** An index as it was used. */
export interface UsedIndex {
  readonly indexId: string;
  /** Month of the value: earlier than the one asked for when that one is not published. */
  readonly month: IsoMonth;
  readonly value: string;
}

export interface RevisedPart {
  /** Coefficient; null of a fixed part. */
  readonly k: string | null;
  /** €/kWh before tax. */
  readonly price: string;
  /** "" of a revised part. */
  readonly label: string;
  readonly indexes: readonly UsedIndex[];
}

export interface RevisedPrice {
  /** €/kWh before tax; null while an index has no value at all. */
  readonly price: string | null;
  readonly parts: readonly RevisedPart[];
  /** True when a later value of an index will change it: a statement with it cannot be sent. */
  readonly isProvisional: boolean;
  /** Indexes without any value up to the month. */
  readonly missing: readonly string[];
  /** True when a + Σb of a part is not 1, which is told, not refused. */
  readonly hasOddShares: boolean;
}

/**
 * The price of a month: each revised part is R(p0·K, 5) with K = R(a + Σ b·I/I0, 4), fixed parts are added as they are,
 * and the sum is rounded to five decimals.
 *
 * @spec prices.revision
 * @param query the clause, its month and the known index values
 * @throws Error for a text that is no decimal, or an I0 of 0
 */
export function revisedPrice(query: RevisionQuery): RevisedPrice {
  const parts = query.components.map((component) => revisedPart(component, query));
  const missing = parts.flatMap((part) => part.missing);
  const isKnown = missing.length === 0;
  const total = exactSum(parts.map(({ price }) => price));
  const { priceDecimals = PRICE_DECIMALS } = query;
  return {
    price: isKnown ? R(total, priceDecimals).toFixed(priceDecimals) : null,
    parts: parts.map(({ k, price, label, indexes }) => ({ k, price, label, indexes })),
    isProvisional: parts.some(({ indexes }) => indexes.some(({ month }) => month < query.month)),
    missing: [...new Set(missing)],
    hasOddShares: query.components.some(hasOddShares),
  };
}

const COEF_DECIMALS = 4;
const PRICE_DECIMALS = 5;

function revisedPart(
  component: PriceComponent,
  query: RevisionQuery,
): RevisedPart & { readonly missing: readonly string[] } {
  const { priceDecimals = PRICE_DECIMALS } = query;
  if ("fixed" in component) {
    const fixed = exact(component.fixed);
    const rounded = R(fixed, priceDecimals);
    const price = rounded.eq(fixed) ? rounded.toFixed(priceDecimals) : fixed.toString();
    return { k: null, price, label: component.label, indexes: [], missing: [] };
  }
  const used = component.terms.map((term) => ({ term, index: lastKnown(term.indexId, query) }));
  const missing = used.flatMap(({ term, index }) => index === null ? [term.indexId] : []);
  const shares = used.flatMap(({ term: { b, index0 }, index }) =>
    index === null ? [] : [{ of: exact(b).times(index.value), by: exact(index0) }]
  );
  const sum = fractionSum([{ of: exact(component.a), by: exact(1) }, ...shares]);
  const k = coefficient(sum.of.div(sum.by), query);
  return {
    k: k.toFixed(query.coefDecimals ?? COEF_DECIMALS),
    price: R(k.times(component.p0), priceDecimals).toFixed(priceDecimals),
    label: "",
    indexes: used.flatMap(({ index }) => index ?? []),
    missing,
  };
}

const AWAY_FROM_ZERO = 3;
const TOWARDS_ZERO = 0;

function coefficient(
  value: Decimal,
  { coefDecimals = COEF_DECIMALS, coefRounding = "half" }: RevisionRules,
): Decimal {
  if (coefRounding === "half") return R(value, coefDecimals);
  return value.round(coefDecimals, value.lt(0) ? TOWARDS_ZERO : AWAY_FROM_ZERO);
}

/** The value of an index in the month, else the last one before it; null without any. */
function lastKnown(indexId: string, { indexValues, month }: RevisionQuery): UsedIndex | null {
  const known = indexValues
    .filter((one) => one.indexId === indexId && one.month <= month)
    .toSorted((a, b) => a.month < b.month ? -1 : 1);
  const last = known.at(-1);
  return last === undefined
    ? null
    : { indexId, month: last.month, value: exact(last.value).toString() };
}

/** Whether a + Σb of a revised part is not 1. */
export function hasOddShares(
  component: Pick<FixedComponent, "fixed"> | {
    readonly a: DecimalSource;
    readonly terms: readonly Pick<RevisionTerm, "b">[];
  },
): boolean {
  if ("fixed" in component) return false;
  return !exactSum([component.a, ...component.terms.map(({ b }) => b)]).eq(1);
}
