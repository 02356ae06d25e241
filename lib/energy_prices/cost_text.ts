/** Words of what energy and gaps cost. @module */

import { formatDay, formatMonth } from "@/lib/base/date_format.ts";
import { countText, formatEuros } from "@/lib/base/text_format.ts";
import { estimatedEuros } from "./cost.ts";
import type { MonthCost, YearCost } from "./schema.ts";

const LITTLE = "moins de 100\u00A0€";

/** An estimate: « environ 1 900 € », « moins de 100 € ». @spec prices.estimates */
export function estimateText(euros: string): string {
  const estimate = estimatedEuros(euros);
  return estimate === null ? LITTLE : `environ ${formatEuros(Math.abs(estimate), 0)}`;
}

/** The cost of a gap: « environ 4 300 € au-dessus de l’objectif ». @param euros above 0 for an excess */
export function gapCostText(euros: string, what = "l’objectif"): string {
  const side = Number(euros) < 0 ? "au-dessous" : "au-dessus";
  return `${estimateText(euros)} ${side} de ${what}`;
}

/** What was billed: « 12 345,67 € TTC, 3 factures ». @spec prices.bills */
export function billedText({ ttc, count }: NonNullable<YearCost["billed"]>): string {
  return `${formatEuros(Number(ttc))} TTC, ${countText(count, "facture", "factures")}`;
}

/** A month's estimates: « janvier 2026 : 5 100 €, écart +420 € », signed as the gap of the balance. @spec prices.year-cost */
export function monthCostText({ month, ttc, gapKwh, gapTtc }: MonthCost): string {
  const gap = gapKwh === null || gapTtc === null
    ? ""
    : `, écart ${(estimatedEuros(gapTtc) ?? 0) > 0 ? "+" : ""}${amountText(gapTtc)}`;
  return `${formatMonth(month)}\u00A0: ${ttc === null ? "prix manquant" : amountText(ttc)}${gap}`;
}

function amountText(euros: string): string {
  const estimate = estimatedEuros(euros);
  return estimate === null ? LITTLE : formatEuros(estimate, 0);
}

/** The days without a price, of which nothing is estimated. */
export function missingPriceText(missing: YearCost["total"]["missing"]): string {
  const spans = missing.map(({ from, to }) =>
    from === to ? `le ${formatDay(from)}` : `du ${formatDay(from)} au ${formatDay(to)}`
  );
  return `prix manquant ${spans.join(", ")}`;
}
