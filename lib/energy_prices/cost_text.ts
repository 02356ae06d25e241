/** Words of what energy and gaps cost. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { formatEuros } from "@/lib/base/text_format.ts";
import { estimatedEuros } from "./cost.ts";
import type { YearCost } from "./schema.ts";

/** An estimate: « environ 1 900 € », « moins de 100 € ». @spec prices.estimates */
export function estimateText(euros: string): string {
  const estimate = estimatedEuros(euros);
  return estimate === null
    ? "moins de 100\u00A0€"
    : `environ ${formatEuros(Math.abs(estimate), 0)}`;
}

/** The cost of a gap: « environ 4 300 € au-dessus de l’objectif ». @param euros above 0 for an excess */
export function gapCostText(euros: string, what = "l’objectif"): string {
  const side = Number(euros) < 0 ? "au-dessous" : "au-dessus";
  return `${estimateText(euros)} ${side} de ${what}`;
}

/** The days without a price, of which nothing is estimated. */
export function missingPriceText(missing: YearCost["total"]["missing"]): string {
  const spans = missing.map(({ from, to }) =>
    from === to ? `le ${formatDay(from)}` : `du ${formatDay(from)} au ${formatDay(to)}`
  );
  return `prix manquant ${spans.join(", ")}`;
}
