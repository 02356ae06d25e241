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
interface RevisionTerm {
  readonly b: DecimalSource;
  readonly indexName: string;
  /** I0, not 0. */
  readonly index0: DecimalSource;
}

/** A part of a price that follows indexes, €/kWh before tax: p0·(a + Σ b·I/I0). */
interface RevisedComponent {
  readonly p0: DecimalSource;
  readonly a: DecimalSource;
  readonly terms: readonly RevisionTerm[];
}

/** A part that passes through, €/kWh before tax: excise duty, transport, CEE. */
interface FixedComponent {
  readonly fixed: DecimalSource;
}

/** A published value of an index. */
interface IndexValue {
  readonly indexName: string;
  readonly month: IsoMonth;
  readonly value: string;
}

interface RevisionRules {
  /** Decimals of the coefficient K; 4 when absent. */
  readonly coefDecimals?: number | undefined;
  /** "up" rounds K towards +∞; a half away from zero when absent. */
  readonly coefRounding?: "half" | "up";
  /** Decimals of a price in €/kWh; 5 when absent. */
  readonly priceDecimals?: number | undefined;
}

export interface RevisionQuery<Value extends IndexValue = IndexValue> extends RevisionRules {
  readonly components: readonly (RevisedComponent | FixedComponent)[];
  /** The month that the clause names for its indexes. */
  readonly month: IsoMonth;
  /** In any order. */
  readonly indexValues: readonly Value[];
}

interface RevisedPrice<Value> {
  /** €/kWh before tax; null while an index has no value at all. */
  readonly price: string | null;
  /** Coefficients of the revised parts. */
  readonly k: string[];
  /** The values that were used: of an earlier month where that one is not published. */
  readonly indexes: Value[];
  /** True when a later value of an index will change it: a statement with it cannot be sent. */
  readonly isProvisional: boolean;
}

/**
 * The price of a month: each revised part is R(p0·K, 5) with K = R(a + Σ b·I/I0, 4), fixed parts are added as they are,
 * and the sum is rounded to five decimals.
 *
 * @spec prices.revision
 * @param query the clause, its month and the known index values
 * @throws Error for a text that is no decimal, or an I0 of 0
 */
export function revisedPrice<Value extends IndexValue>(
  query: RevisionQuery<Value>,
): RevisedPrice<Value> {
  const { components, month, priceDecimals = PRICE_DECIMALS } = query;
  const parts = components.map((component) =>
    "fixed" in component
      ? { k: [], price: exact(component.fixed), indexes: [] }
      : revisedPart(component, query)
  );
  const known = parts.flatMap(({ indexes }) => indexes.filter((index) => index !== undefined));
  const isKnown = parts.every(({ indexes }) => !indexes.includes(undefined));
  const total = exactSum(parts.map(({ price }) => price));
  return {
    price: isKnown ? R(total, priceDecimals).toFixed(priceDecimals) : null,
    k: parts.flatMap(({ k }) => k),
    indexes: known,
    isProvisional: known.some((index) => index.month < month),
  };
}

const COEF_DECIMALS = 4;
const PRICE_DECIMALS = 5;

/** A revised part; an index without any value up to the month is undefined, and its term left out. */
function revisedPart<Value extends IndexValue>(
  { p0, a, terms }: RevisedComponent,
  query: RevisionQuery<Value>,
) {
  const { coefDecimals = COEF_DECIMALS, priceDecimals = PRICE_DECIMALS } = query;
  const used = terms.map((term) => ({ term, index: lastKnown(term.indexName, query) }));
  const shares = used.flatMap(({ term: { b, index0 }, index }) =>
    index === undefined ? [] : [{ of: exact(b).times(index.value), by: exact(index0) }]
  );
  const sum = fractionSum([{ of: exact(a), by: exact(1) }, ...shares]);
  const k = coefficient(sum.of.div(sum.by), query);
  return {
    k: [k.toFixed(coefDecimals)],
    price: R(k.times(p0), priceDecimals),
    indexes: used.map(({ index }) => index),
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

/** The value of an index in the month, else the last one before it. */
function lastKnown<Value extends IndexValue>(
  indexName: string,
  { indexValues, month }: RevisionQuery<Value>,
): Value | undefined {
  return indexValues.filter((one) => one.indexName === indexName && one.month <= month)
    .toSorted((one, other) => one.month < other.month ? -1 : 1).at(-1);
}

/** Whether a + Σb of a revised part is not 1. */
export function hasOddShares(component: RevisedComponent | FixedComponent): boolean {
  if ("fixed" in component) return false;
  return !exactSum([component.a, ...component.terms.map(({ b }) => b)]).eq(1);
}
