/** Reads an amount that may be typed as a product: R2 of a heat network, by the subscribed kW. @module */

import { exact } from "@/lib/base/decimals.ts";
import { typedDecimal } from "@/lib/ui/number_input.ts";

const AMOUNT_MAX = 999_999_999;

/** « 1 840 », or a price by kW and its kW: « 42,5 × 300 » is "12750"; null for another text. @spec prices.units */
export function typedAmount(typed: string): string | null {
  const factors = typed.split(/[×x*]/i).map(typedDecimal);
  if (factors.length > 2 || factors.some((one) => !/^\d+(\.\d+)?$/.test(one))) return null;
  const amount = factors.reduce((product, one) => product.times(one), exact(1));
  return amount.gt(AMOUNT_MAX) ? null : amount.toString();
}
