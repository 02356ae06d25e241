import { sumBy } from "@/lib/domain/numbers/sums.ts";
/** Interval between a screen's page requests, s. */
export const REFRESH_S = 300;

/** Window over which the requests of a landlord's screens are spread, s. */
const SPREAD_S = 60;

/** Refresh interval of a screen, s: constant for a screen, and different between screens. @spec display.refresh */
export function refreshSeconds(token: string): number {
  const sum = sumBy([...token], (letter) => letter.charCodeAt(0));
  return REFRESH_S + sum % SPREAD_S;
}
