/** Settles a heating season between a landlord and an operator: « décompte d'intéressement ». @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import {
  type Decimal,
  type DecimalSource,
  exact,
  exactSum,
  type Fraction,
  fractionSum,
  R,
} from "@/lib/base/decimals.ts";
import { bandsFault, shareOf, sharesGap } from "./bands.ts";
import { PRICE_DECIMALS } from "./price_revision.ts";
import type { StatementSheet, Terms } from "./schema.ts";

/** What a statement takes of a version of the terms, in force for the rows whose first day is on or after `from`. */
export type StatementTerms = Pick<
  Terms,
  | "from"
  | "nbKWh"
  | "djuContract"
  | "saving"
  | "excess"
  | "neutralPct"
  | "neutralMode"
  | "bonusHT"
  | "malusHT"
  | "priceBasis"
  | "priceDecimals"
  | "vatPercent"
>;

/** A month of the season, or a part of it. */
export interface StatementRow {
  readonly from: IsoDate;
  /** DJU of its valid days. */
  readonly dju: DecimalSource;
  /** DJU of all its days; those of the valid days when absent. */
  readonly djuOfSeason?: DecimalSource;
  /** Heating consumption of its valid days, kWh. */
  readonly nc: DecimalSource;
}

/** Price of a kWh from a day on, €/kWh before tax, already revised. */
export interface StatementPrice {
  readonly from: IsoDate;
  readonly price: DecimalSource;
  /** True while an index is not published. */
  readonly isProvisional?: boolean;
}

export interface SeasonQuery {
  readonly kind: Terms["kind"];
  readonly rows: readonly StatementRow[];
  readonly terms: readonly StatementTerms[];
  readonly prices: readonly StatementPrice[];
  /** Gap of the season before, %: beyond 15 two seasons running, NB is to be reviewed. */
  readonly previousGapPercent?: number | null;
}

/** What is wrong with a contract; the statement is refused by its name. */
export type SettlementFault = Exclude<
  NonNullable<StatementSheet["fault"]>,
  "energy-basis" | "forfait-of-part" | "not-configured"
>;

export type SeasonStatement = NonNullable<StatementSheet["statement"]>;
type Slice = SeasonStatement["slices"][number];

export type SeasonOutcome =
  | { readonly ok: true; readonly statement: SeasonStatement }
  | { readonly ok: false; readonly fault: SettlementFault };

/** Kinds whose price is paid on the reference; the others pay what was metered. */
const ON_TARGET: ReadonlySet<Terms["kind"]> = new Set(["MF", "MFI", "MT", "MTI"]);

const LEAST_COVERAGE = 90;
const NB_REVIEW_PERCENT = 15;

/**
 * The settlement of a season, exact to the cent, in the order of E §1.3.
 *
 * Without « intéressement » the gap is shown, and nobody owes.
 *
 * @spec settlement.season
 * @throws Error for a text that is no decimal
 */
export function seasonStatement(query: SeasonQuery): SeasonOutcome {
  const fault = faultOf(query);
  if (fault !== null) return { ok: false, fault };
  const rows = datedRows(query);
  const last = rows.at(-1);
  const first = rows[0];
  if (first === undefined || last === undefined) return { ok: false, fault: "no-rows" };
  const target = fractionSum(rows.map((row) => row.target));
  const reference = R(isForfait(query) ? first.terms.nbKWh : target.of.div(target.by), 0);
  const nc = R(exactSum(rows.map((row) => row.nc)), 0);
  const gap = reference.minus(nc);
  // The terms of the season's end settle it: shares, neutral zone, ceilings and VAT have one value.
  const terms = last.terms;
  const neutral = percentOf(reference, terms.neutralPct);
  const shares = sharesGap(query) && gap.abs().gt(neutral);
  const price = shares ? meanPrice(rows, terms) : null;
  const slices = price === null ? [] : slicesOf({ terms, reference, gap, neutral, price });
  const isSaving = gap.gt(0);
  const operator = exactSum(slices.map((slice) => slice.operatorPart));
  const cap = isSaving ? terms.bonusHT : terms.malusHT;
  const capped = cap !== null && operator.gt(cap) ? R(cap, 2) : operator;
  const landlord = exactSum(slices.map(({ value }) => value)).minus(capped);
  const isOnTarget = ON_TARGET.has(query.kind);
  const owed = isOnTarget ? landlord.times(-1) : capped;
  const ht = isSaving ? owed : owed.times(-1);
  const vat = R(ht.times(terms.vatPercent).div(100), 2);
  const ttc = ht.plus(vat);
  const gapPercent = reference.eq(0)
    ? null
    : R(nc.times(100).div(reference).minus(100), 1).toNumber();
  const coverage = coverageOf(rows);
  return {
    ok: true,
    statement: {
      basis: isOnTarget ? "target" : "metered",
      reference: reference.toNumber(),
      nc: nc.toNumber(),
      gap: gap.toNumber(),
      gapPercent,
      neutral: neutral.toNumber(),
      slices,
      price: price?.toFixed(decimalsOf(terms)) ?? null,
      isProvisional: price !== null && rows.some((row) => row.price?.isProvisional === true),
      operatorPart: capped.toFixed(2),
      landlordPart: landlord.toFixed(2),
      isCapped: !capped.eq(operator),
      ht: money(ht),
      vat: money(vat),
      ttc: money(ttc),
      payer: ttc.eq(0) ? null : ttc.gt(0) ? "landlord" : "operator",
      coveragePercent: R(coverage, 1).toNumber(),
      needsAgreement: coverage.lt(LEAST_COVERAGE),
      reviewsNb: isBeyond(gapPercent) && isBeyond(query.previousGapPercent ?? null),
    },
  };
}

/** Whether the reference of a kind is NB, without the season's DJU: the fixed price carries the climate. */
export function isForfait({ kind }: { readonly kind: string }): boolean {
  return kind.startsWith("MF");
}

interface DatedRow extends StatementRow {
  readonly terms: StatementTerms;
  /** null of a contract that shares nothing, which may have no price. */
  readonly price: StatementPrice | null;
  /** nb·dju/djuContract, not divided. */
  readonly target: Fraction;
}

/** The rows with the terms and the price in force on their first day. */
function datedRows({ rows, terms, prices }: SeasonQuery): readonly DatedRow[] {
  return rows.toSorted(byFrom).flatMap((row) => {
    const version = inForce(terms, row.from);
    if (version === undefined) return [];
    const target = {
      of: exact(version.nbKWh).times(row.dju),
      by: exact(version.djuContract),
    };
    return [{ ...row, terms: version, price: inForce(prices, row.from) ?? null, target }];
  });
}

interface Dated {
  readonly from: IsoDate;
}

function byFrom(a: Dated, b: Dated): number {
  return a.from < b.from ? -1 : a.from > b.from ? 1 : 0;
}

/** The version in force on a day; undefined before the first. @param versions in any order */
export function inForce<Version extends Dated>(
  versions: readonly Version[],
  day: IsoDate,
): Version | undefined {
  return versions.toSorted(byFrom).findLast(({ from }) => from <= day);
}

function percentOf(reference: Decimal, percent: DecimalSource): Decimal {
  return R(reference.times(percent).div(100), 0);
}

/** The price of the shared energy: weighted by what was consumed, else by the reference, or that of the last row. */
function meanPrice(rows: readonly DatedRow[], terms: StatementTerms): Decimal {
  const { priceBasis } = terms;
  const consumed = priceBasis === "consumed" && rows.every(({ nc }) => exact(nc).gte(0))
    ? weighted(rows, ({ nc }) => ({ of: exact(nc), by: exact(1) }))
    : null;
  const mean = consumed ?? (priceBasis === "last" ? null : weighted(rows, ({ target }) => target));
  return R(mean ?? priceOf(rows.at(-1)), decimalsOf(terms));
}

function decimalsOf({ priceDecimals = PRICE_DECIMALS }: StatementTerms): number {
  return priceDecimals;
}

/** null without any weight. */
function weighted(
  rows: readonly DatedRow[],
  weightOf: (row: DatedRow) => Fraction,
): Decimal | null {
  const total = fractionSum(rows.map(weightOf));
  if (total.of.eq(0)) return null;
  const priced = fractionSum(rows.map((row) => {
    const { of, by } = weightOf(row);
    return { of: of.times(priceOf(row)), by };
  }));
  return priced.of.times(total.by).div(priced.by.times(total.of));
}

function priceOf(row: DatedRow | undefined): DecimalSource {
  return row?.price?.price ?? 0;
}

interface Sharing {
  readonly terms: StatementTerms;
  readonly reference: Decimal;
  readonly gap: Decimal;
  readonly neutral: Decimal;
  readonly price: Decimal;
}

function slicesOf({ terms, reference, gap, neutral, price }: Sharing): Slice[] {
  const size = gap.abs();
  let from = terms.neutralMode === "deductible" ? neutral : exact(0);
  return (gap.gt(0) ? terms.saving : terms.excess).flatMap(({ upTo, operator }) => {
    const bound = upTo === null ? size : percentOf(reference, upTo);
    const to = bound.lt(size) ? bound : size;
    if (to.lte(from)) return [];
    const kWh = to.minus(from);
    from = to;
    const value = R(kWh.times(price), 2);
    const operatorPart = R(shareOf(kWh.times(price), operator), 2);
    return [{
      kWh: kWh.toNumber(),
      value: value.toFixed(2),
      share: operator,
      operatorPart: operatorPart.toFixed(2),
      landlordPart: value.minus(operatorPart).toFixed(2),
    }];
  });
}

function coverageOf(rows: readonly DatedRow[]): Decimal {
  const season = exactSum(rows.map(({ dju, djuOfSeason = dju }) => djuOfSeason));
  if (season.eq(0)) return exact(0);
  return exactSum(rows.map(({ dju }) => dju)).times(100).div(season);
}

function isBeyond(percent: number | null): boolean {
  return percent !== null && Math.abs(percent) > NB_REVIEW_PERCENT;
}

/** Cents, never −0. */
function money(amount: Decimal): string {
  return R(amount, 2).toFixed(2);
}

function faultOf({ kind, rows, terms, prices }: SeasonQuery): SettlementFault | null {
  const isShared = sharesGap({ kind });
  const start = rows.toSorted(byFrom)[0]?.from;
  if (start === undefined) return "no-rows";
  if (inForce(terms, start) === undefined) return "no-terms";
  if (isShared && inForce(prices, start) === undefined) return "no-price";
  if (hasTwins(terms)) return "overlapping-terms";
  if (hasTwins(prices)) return "overlapping-prices";
  if (terms.some(({ djuContract }) => exact(djuContract).lte(0))) return "no-dju";
  const used = new Set(rows.map((row) => inForce(terms, row.from)));
  if (isForfait({ kind }) && used.size > 1) return "several-terms-of-mfi";
  for (const { saving, excess } of isShared ? terms : []) {
    const fault = bandsFault(saving) ?? bandsFault(excess);
    if (fault !== null) return fault;
  }
  return null;
}

function hasTwins(versions: readonly Dated[]): boolean {
  return new Set(versions.map(({ from }) => from)).size < versions.length;
}
