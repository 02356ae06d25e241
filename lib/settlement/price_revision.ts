/** Revises the price of a kWh by the indexes that its clause names. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import { exact, exactSum, fractionSum, R } from "@/lib/base/decimals.ts";
import type { Terms, TermsComponent, TypedIndexValue } from "./schema.ts";

type RevisedComponent = Exclude<TermsComponent, { readonly fixed: string }>;

/** The clause of terms; without its own roundings, K has four decimals and a price five. */
export interface RevisionQuery
  extends
    Pick<Terms, "components" | "coefDecimals" | "priceDecimals">,
    Partial<Pick<Terms, "coefRounding">> {
  /** The month that the clause names for its indexes. */
  readonly month: IsoMonth;
  /** In any order. */
  readonly indexValues: readonly TypedIndexValue[];
}

interface RevisedPrice {
  /** €/kWh before tax; null while an index has no value at all. */
  readonly price: string | null;
  /** Coefficients of the revised parts. */
  readonly k: string[];
  /** The values that were used: of an earlier month where that one is not published. */
  readonly indexes: TypedIndexValue[];
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
export function revisedPrice(query: RevisionQuery): RevisedPrice {
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
/** Decimals of a price where the clause says none. */
export const PRICE_DECIMALS = 5;

const AWAY_FROM_ZERO = 3;
const TOWARDS_ZERO = 0;

/** A revised part; an index without any value up to the month is undefined, and its term left out. */
function revisedPart({ p0, a, terms }: RevisedComponent, query: RevisionQuery) {
  const { coefDecimals = COEF_DECIMALS, priceDecimals = PRICE_DECIMALS, coefRounding } = query;
  const used = terms.map((term) => ({ term, index: lastKnown(term.indexName, query) }));
  const shares = used.flatMap(({ term: { b, index0 }, index }) =>
    index === undefined ? [] : [{ of: exact(b).times(index.value), by: exact(index0) }]
  );
  const sum = fractionSum([{ of: exact(a), by: exact(1) }, ...shares]);
  const value = sum.of.div(sum.by);
  const k = coefRounding === "up"
    ? value.round(coefDecimals, value.lt(0) ? TOWARDS_ZERO : AWAY_FROM_ZERO)
    : R(value, coefDecimals);
  return {
    k: [k.toFixed(coefDecimals)],
    price: R(k.times(p0), priceDecimals),
    indexes: used.map(({ index }) => index),
  };
}

/** The value of an index in the month, else the last one before it. */
function lastKnown(
  indexName: string,
  { indexValues, month }: RevisionQuery,
): TypedIndexValue | undefined {
  return indexValues.filter((one) => one.indexName === indexName && one.month <= month)
    .toSorted((one, other) => one.month < other.month ? -1 : 1).at(-1);
}

/** Whether a + Σb of a revised part is not 1. */
export function hasOddShares(component: TermsComponent): boolean {
  if ("fixed" in component) return false;
  return !exactSum([component.a, ...component.terms.map(({ b }) => b)]).eq(1);
}
