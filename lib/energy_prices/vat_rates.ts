/** Usual rates of VAT on energy and its operation, by date (E §2). @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatPercent } from "@/lib/base/text_format.ts";

/** District heat has the reduced rate where half of it or more is renewable or recovered; a P3 in the fee takes it to the normal one. */
export type VatSubject =
  | "gas"
  | "electricity"
  | "subscription"
  | "wood"
  | "districtHeat"
  | "renewableHeat"
  | "districtR2"
  | "p2"
  | "p2WithP3";

interface VatRate {
  readonly subject: VatSubject;
  readonly from: IsoDate;
  readonly percent: number;
}

/** In order of their dates. */
const VAT_RATES: readonly VatRate[] = [
  { subject: "gas", from: "2014-01-01", percent: 20 },
  { subject: "electricity", from: "2014-01-01", percent: 20 },
  { subject: "subscription", from: "2014-01-01", percent: 5.5 },
  { subject: "wood", from: "2014-01-01", percent: 10 },
  { subject: "districtHeat", from: "2014-01-01", percent: 20 },
  { subject: "renewableHeat", from: "2014-01-01", percent: 5.5 },
  { subject: "districtR2", from: "2014-01-01", percent: 5.5 },
  { subject: "p2", from: "2014-01-01", percent: 10 },
  { subject: "p2WithP3", from: "2014-01-01", percent: 20 },
  { subject: "subscription", from: "2025-08-01", percent: 20 },
];

/** The rate on a day, %; null before the first row. @spec settlement.vat */
export function vatPercentOn(subject: VatSubject, day: IsoDate): number | null {
  return VAT_RATES.findLast((rate) => rate.subject === subject && rate.from <= day)?.percent ??
    null;
}

/** The rates of a subject: « 5,5 % jusqu’au 31/07/2025, 20 % ensuite ». @spec prices.vat */
export function vatText(subject: VatSubject): string {
  const rates = VAT_RATES.filter((rate) => rate.subject === subject);
  return rates.map(({ percent }, at) => {
    const next = rates[at + 1];
    const until = next === undefined
      ? at === 0 ? "" : " ensuite"
      : ` jusqu’au ${formatDay(addDays(next.from, -1))}`;
    return formatPercent(percent, 2) + until;
  }).join(", ");
}
