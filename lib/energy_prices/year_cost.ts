/** Chooses the prices of a boiler room, and costs its balance month by month. @module */

import {
  addDays,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  lastDayOf,
  monthOf,
} from "@/lib/base/civil_dates.ts";
import { completeExactSum, exact, exactSum, R } from "@/lib/base/decimals.ts";
import type { MonthReport } from "@/lib/energy_balance/balance_report.ts";
import { costOf, euroPerKwh, type Tariff } from "./cost.ts";
import type { EnergyBillRecord, EnergyPriceRecord } from "./records.ts";
import type { Fuel, GapCost, MonthCost, YearCost } from "./schema.ts";

export interface RoomFuel {
  readonly boilerRoomId: string;
  readonly fuel: Fuel;
}

/**
 * The tariffs of a boiler room: its own, and before the first of them those of its residence.
 *
 * @spec prices.dated
 * @param prices of the residence, in any order
 */
export function tariffsOf(
  prices: readonly EnergyPriceRecord[],
  room: RoomFuel,
): Tariff[] {
  return pricesOf(prices, room).map((price) => ({
    from: price.from,
    price: euroPerKwh(price.price, price.unit),
    ...price.unit === "€/kWh PCI" && { perPci: price.price },
    vat: exact(price.vatPercent).div(100),
    annualFixed: price.annualFixed,
    fixedVat: exact(price.fixedVatPercent).div(100),
    source: [price.supplier, price.origin].filter(Boolean).join(", "),
  }));
}

/** The prices of the tariffs of a boiler room. */
export function pricesOf(
  prices: readonly EnergyPriceRecord[],
  { boilerRoomId, fuel }: RoomFuel,
): EnergyPriceRecord[] {
  const ofFuel = prices.filter((price) => price.fuel === fuel);
  const own = ofFuel.filter((price) => price.boilerRoomId === boilerRoomId);
  const [first] = own.map(({ from }) => from).sort();
  const shared = ofFuel.filter((price) =>
    price.boilerRoomId === null && (first === undefined || price.from < first)
  );
  return [...shared, ...own];
}

/** A gap of some days, kWh: above 0 for an excess. */
interface Gap {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly kwh: number;
}

/** What a gap costs: at the variable price, tax included, before any sharing. @spec prices.gap-cost */
export function gapCostOf({ kwh, ...days }: Gap, tariffs: readonly Tariff[]): GapCost {
  const variable = tariffs.map((tariff) => ({ ...tariff, annualFixed: 0 }));
  const { ttc, missing } = costOf({ ...days, kwh, tariffs: variable });
  return { gapKwh: kwh, gapTtc: ttc, missing: missing === null ? [] : [missing] };
}

type Rows = readonly Pick<MonthReport, "month" | "source" | "heating" | "target">[];

/**
 * The months of a balance with their costs, and their sum; the running month until yesterday.
 *
 * @spec prices.year-cost
 * @param today its own day is not over
 * @param daily kWh of the days of the months in which a price changes, as far as they were read
 */
export function yearCostOf(
  rows: Rows,
  { tariffs, today, daily = {} }: {
    readonly tariffs: readonly Tariff[];
    readonly today: IsoDate;
    readonly daily?: Readonly<Record<IsoDate, number>>;
  },
): Pick<YearCost, "months" | "total"> {
  const over = rows.filter(({ month }) => firstDayOf(month) < today);
  const months = over.map((row) => monthCostOf(row, { tariffs, today, daily }));
  return { months, total: totalOf(months) };
}

/** The cost of some months by m² of the last one, two decimals; null when a month or the area is unknown. @spec prices.by-area */
export function eurosPerM2(
  rows: readonly Pick<MonthReport, "settings">[],
  { months }: Pick<YearCost, "months">,
): number | null {
  const area = rows.at(-1)?.settings?.area ?? 0;
  const total = completeExactSum(months.map(({ ttc }) => ttc));
  return total === null || area <= 0 ? null : R(total.div(area), 2).toNumber();
}

/** The bills whose last day is in some months, € to the cent; null without any. @spec prices.bills */
export function billedOf(
  bills: readonly EnergyBillRecord[],
  months: readonly IsoMonth[],
): YearCost["billed"] {
  const own = bills.filter(({ to }) => months.includes(monthOf(to)));
  if (own.length === 0) return null;
  return {
    ttc: R(exactSum(own.map(({ amountTtc }) => amountTtc)), 2).toFixed(2),
    count: own.length,
  };
}

function monthCostOf(
  row: Rows[number],
  { tariffs, today, daily }: Required<Parameters<typeof yearCostOf>[1]>,
): MonthCost {
  const { month, source: { energy }, heating, target } = row;
  const days = {
    from: firstDayOf(month),
    to: month === monthOf(today) ? addDays(today, -1) : lastDayOf(month),
  };
  const kwh = energy === null ? null : whole(energy);
  const gapKwh = heating.total === null || target.total === null
    ? null
    : whole(exact(heating.total).minus(target.total).toNumber());
  const cost = costOf({ ...days, kwh: kwh ?? 0, daily, tariffs });
  return {
    month,
    kwh,
    ht: kwh === null ? null : cost.ht,
    ttc: kwh === null ? null : cost.ttc,
    gapKwh,
    gapTtc: gapKwh === null ? null : gapCostOf({ ...days, kwh: gapKwh }, tariffs).gapTtc,
    missing: cost.missing === null ? [] : [cost.missing],
  };
}

function whole(kwh: number): number {
  return R(kwh, 0).toNumber();
}

function totalOf(months: readonly MonthCost[]): YearCost["total"] {
  const counted = months.filter(({ kwh }) => kwh !== null);
  const compared = months.filter(({ gapKwh }) => gapKwh !== null);
  return {
    kwh: completeExactSum(counted.map(({ kwh }) => kwh))?.toNumber() ?? null,
    ht: completeExactSum(counted.map(({ ht }) => ht))?.toFixed(2) ?? null,
    ttc: completeExactSum(counted.map(({ ttc }) => ttc))?.toFixed(2) ?? null,
    gapKwh: completeExactSum(compared.map(({ gapKwh }) => gapKwh))?.toNumber() ?? null,
    gapTtc: completeExactSum(compared.map(({ gapTtc }) => gapTtc))?.toFixed(2) ?? null,
    missing: joined(months.flatMap(({ missing }) => missing)),
  };
}

/** Days that follow each other, as one span. */
function joined(spans: YearCost["total"]["missing"]): YearCost["total"]["missing"] {
  const all: YearCost["total"]["missing"] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last !== undefined && addDays(last.to, 1) === span.from) last.to = span.to;
    else all.push({ ...span });
  }
  return all;
}
