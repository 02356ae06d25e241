/** Rates of VAT that a settlement usually bears, by date (E §2). @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { inForce } from "./season_statement.ts";

/** District heat has the reduced rate where half of it or more is renewable or recovered. */
export type VatSubject = "gas" | "wood" | "districtHeat" | "renewableHeat" | "p2";

interface VatRate {
  readonly subject: VatSubject;
  readonly from: IsoDate;
  readonly percent: number;
}

const VAT_RATES: readonly VatRate[] = [
  { subject: "gas", from: "2014-01-01", percent: 20 },
  { subject: "wood", from: "2014-01-01", percent: 10 },
  { subject: "districtHeat", from: "2014-01-01", percent: 20 },
  { subject: "renewableHeat", from: "2014-01-01", percent: 5.5 },
  { subject: "p2", from: "2014-01-01", percent: 10 },
];

/** The rate on a day, %; null before the first row. @spec settlement.vat */
export function vatPercentOn(
  subject: VatSubject,
  day: IsoDate,
  rates: readonly VatRate[] = VAT_RATES,
): number | null {
  return inForce(rates.filter((rate) => rate.subject === subject), day)?.percent ?? null;
}
