/** Gathers the rows of a season from readings, terms and prices, and makes its statement. @module */

import {
  addDays,
  datesOfMonth,
  daysBetween,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/base/civil_dates.ts";
import { exact, R } from "@/lib/base/decimals.ts";
import { sumBy } from "@/lib/base/sums.ts";
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import { djuOnDays, heatingOnDays, monthReport } from "@/lib/energy_balance/month_report.ts";
import { PCS_PER_PCI, type Tariff } from "@/lib/energy_prices/cost.ts";
import { SOURCE_KINDS, type SourceKind } from "@/lib/facilities/source_kinds.ts";
import { sharesGap } from "./bands.ts";
import { PRICE_DECIMALS, revisedPrice } from "./price_revision.ts";
import type { Days, StatementSheet, Terms, TypedIndexValue } from "./schema.ts";
import { inForce, isForfait, seasonStatement, type StatementPrice } from "./season_statement.ts";
import { indexText } from "./statement_text.ts";

type Row = StatementSheet["rows"][number];

/** The days of the season that are over, with what makes their statement. */
export interface SheetQuery extends Days {
  /** Whether their contract covers only a part of the season. */
  readonly isPart?: boolean;
  /** Readings by day. */
  readonly input: YearInput;
  /** Of one contract, in any order. */
  readonly terms: readonly Terms[];
  /** Prices of the energy, for terms without a formula. */
  readonly tariffs: readonly Tariff[];
  readonly indexValues: readonly TypedIndexValue[];
  readonly previousGapPercent?: number | null;
}

export type Season = Pick<
  StatementSheet,
  "terms" | "termsFrom" | "earlier" | "rows" | "missing" | "statement" | "fault" | "balance"
>;

/**
 * The rows of a season, with the terms and the price in force on the first day of each, and the statement they make.
 *
 * @spec settlement.rows
 */
export function seasonSheet(query: SheetQuery): Season {
  const { input, terms, tariffs } = query;
  const sorted = terms.toSorted((a, b) => a.from < b.from ? -1 : 1);
  const last = inForce(sorted, query.to) ?? sorted[0];
  const changes = [...sorted, ...tariffs].map(({ from }) => from)
    .filter((day) => isReadByDay(input, monthOf(day)));
  const pieces = piecesOf(query, changes);
  const read = pieces.map((piece) => ({ piece, row: rowOf(piece, query, sorted) }));
  const rows = read.flatMap(({ row }) => row ?? []);
  const missing = read.flatMap(({ piece, row }) =>
    row === null || row.dayCount === 0 ? [monthOf(piece.from)] : []
  );
  const used = sorted.filter((one) => rows.some((row) => inForce(sorted, row.from) === one));
  const season = {
    terms: last ?? null,
    termsFrom: used.map(({ from }) => from),
    earlier: used.filter((one) => one !== last),
    rows,
    missing: [...new Set(missing)],
    balance: balanceOf(input, rows),
  };
  if (last === undefined) return { ...season, statement: null, fault: "no-terms" };
  const fault = faultOfSheet(query, [...used, last], rows);
  if (fault !== null) return { ...season, statement: null, fault };
  const outcome = seasonStatement({
    kind: last.kind,
    rows,
    terms: sorted,
    prices: rows.flatMap(priceOf),
    previousGapPercent: query.previousGapPercent ?? null,
  });
  return outcome.ok
    ? { ...season, statement: outcome.statement, fault: null }
    : { ...season, statement: null, fault: outcome.fault };
}

/** What makes a statement false though each of its figures is right. @param used versions in force in the season */
function faultOfSheet(
  { input: { boilerRoom }, isPart = false }: SheetQuery,
  used: readonly Terms[],
  rows: readonly Row[],
): "energy-basis" | "forfait-of-part" | "no-price" | null {
  if (used.some((one) => basisFactor(boilerRoom.sourceKind, one) === null)) return "energy-basis";
  if (isPart && used.some(isForfait)) return "forfait-of-part";
  const needsPrice = used.some(sharesGap);
  return needsPrice && rows.some(({ price }) => price === null) ? "no-price" : null;
}

/** Whether the readings of a month have days; otherwise the month is counted whole. */
function isReadByDay(input: YearInput, month: IsoMonth): boolean {
  if (heatingOnDays(input, month, () => true) !== null) return true;
  return monthReport(input, month).heating.total === null && !hasWholeDju(input, month);
}

/** Whether the DJU of a month are known only for all of its days. */
function hasWholeDju(input: YearInput, month: IsoMonth): boolean {
  return djuOnDays(input, month, () => false) !== null;
}

/** The season cut at months, and where a version or a price changes. */
function piecesOf({ from, to }: Days, changes: readonly IsoDate[]): Days[] {
  const months: IsoDate[] = [];
  for (let month = monthOf(from); firstDayOf(month) <= to; month = shiftMonth(month, 1)) {
    months.push(firstDayOf(month));
  }
  const starts = [...new Set([from, ...months, ...changes])]
    .filter((day) => day >= from && day <= to).sort();
  return starts.map((start, at) => {
    const next = starts[at + 1];
    return { from: start, to: next === undefined ? to : addDays(next, -1) };
  });
}

function rowOf(piece: Days, query: SheetQuery, terms: readonly Terms[]): Row | null {
  const { from, to } = piece;
  const own = inForce(terms, from);
  const factor = own === undefined ? null : basisFactor(query.input.boilerRoom.sourceKind, own);
  const input = own === undefined ? query.input : withQ(query.input, own.q * Number(factor ?? 1));
  const month = monthOf(from);
  const isIn = (date: IsoDate) => date >= from && date <= to;
  const heating = heatingOnDays(input, month, isIn);
  const whole = heating === null ? wholeMonthOf(input, month) : null;
  // A month known only as a whole is of the contract of its first day.
  const isWhole = whole !== null || (heating === null && hasWholeDju(input, month));
  if (isWhole && inForce(terms, firstDayOf(month)) === undefined) return null;
  const wantedDju = whole?.dju ?? djuOnDays(input, month, isIn);
  // Without energy, its cold counts in the coverage alone.
  const read = whole ?? heating ?? NOTHING_VALID;
  if (wantedDju === null) return null;
  const { source, hotWater, solar } = read.figures;
  const inBasis = (kWh: number | null) => kWh === null ? null : plain(kWh, factor ?? "1");
  return {
    ...piece,
    days: whole === null ? daysBetween(from, to) + 1 : datesOfMonth(month).length,
    dayCount: read.dayCount,
    dju: plain(read.dju),
    djuOfSeason: plain(wantedDju),
    nc: plain(read.actualKWh, factor ?? "1"),
    sourceKWh: inBasis(source.energy),
    hotWaterM3: hotWater.volume,
    hotWaterKWh: inBasis(hotWater.energy),
    solarKWh: inBasis(solar.energy),
    isWholeMonth: whole !== null,
    ...rowPrice(from, { ...query, own, factor: factor ?? "1" }),
  };
}

/** A sum of readings without its binary residue, in a kWh of the contract. */
function plain(sum: number, factor = "1"): number {
  return R(exact(sum).div(factor), 6).toNumber();
}

const NOTHING = { energy: null, volume: null };
const NOTHING_VALID = {
  dayCount: 0,
  dju: 0,
  actualKWh: 0,
  figures: { source: NOTHING, hotWater: NOTHING, solar: NOTHING },
};

/** A month whose readings have no days: it is counted whole, at the edges of the season too (domain A3). */
function wholeMonthOf(input: YearInput, month: IsoMonth) {
  const { heating, dju, compared, ...figures } = monthReport(input, month);
  if (heating.total === null || dju === null) return null;
  return { dayCount: compared?.count ?? 0, dju, actualKWh: heating.total, figures };
}

/** The hot water of a contract is counted by its own q, in kWh of the contract. */
function withQ(input: YearInput, q: number): YearInput {
  const settings = input.boilerRoom.settings.map((one) => ({ ...one, q }));
  return { ...input, boilerRoom: { ...input.boilerRoom, settings } };
}

type RowPrice = Pick<Row, "price" | "k" | "indexes" | "isProvisional">;

/** The price of a row: by the formula of its terms, else that of the energy on its first day. @spec settlement.price */
function rowPrice(
  from: IsoDate,
  { own, factor, tariffs, indexValues }: Pick<SheetQuery, "tariffs" | "indexValues"> & {
    readonly own: Terms | undefined;
    /** kWh of the balance in a kWh of the terms. */
    readonly factor: string;
  },
): RowPrice {
  if (own !== undefined && own.components.length > 0) {
    const { indexes, ...revised } = revisedPrice({
      ...own,
      month: shiftMonth(monthOf(from), -own.lagMonths),
      indexValues,
    });
    return { ...revised, indexes: indexes.map(indexText) };
  }
  const tariff = inForce(tariffs, from);
  const price = tariff &&
    (factor === "1" ? tariff.price : tariff.perPci ?? exact(tariff.price).times(factor));
  return {
    price: price === undefined ? null : R(price, PRICE_DECIMALS).toFixed(PRICE_DECIMALS),
    k: [],
    indexes: tariff?.source ? [tariff.source] : [],
    isProvisional: false,
  };
}

function priceOf({ from, price, isProvisional }: Row): StatementPrice[] {
  return price === null ? [] : [{ from, price, isProvisional }];
}

/** kWh of the balance in a kWh of the terms; null when they are not of the same kind: only gas converts. */
function basisFactor(kind: SourceKind, { energyBasis }: Terms): string | null {
  const { fuel } = SOURCE_KINDS[kind];
  if (fuel === "gaz") {
    if (energyBasis === "useful") return null;
    return energyBasis === "PCI" ? PCS_PER_PCI : "1";
  }
  return energyBasis === (fuel === "wood" ? "PCI" : "useful") ? "1" : null;
}

/** NC and N'B of the same months on the balance page. */
function balanceOf(input: YearInput, rows: readonly Row[]): StatementSheet["balance"] {
  const months = [...new Set(rows.map(({ from }) => monthOf(from)))];
  const compared = months.map((month) => monthReport(input, month))
    .filter(({ heating, target }) => heating.total !== null && target.total !== null);
  if (compared.length === 0) return { nc: null, target: null };
  return {
    nc: sumBy(compared, ({ heating }) => heating.total ?? 0),
    target: sumBy(compared, ({ target }) => target.total ?? 0),
  };
}
