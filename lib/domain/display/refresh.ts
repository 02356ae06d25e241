import { sumBy } from "@/lib/domain/numbers/sums.ts";
/** A screen asks for its page again after this long, s. */
export const REFRESH_S = 300;

/** The screens of a landlord are spread over this long, s. */
const SPREAD_S = 60;

/** After how long a screen asks again, s: always the same for one screen, another for its neighbour. @spec display.refresh */
export function refreshSeconds(token: string): number {
  const sum = sumBy([...token], (letter) => letter.charCodeAt(0));
  return REFRESH_S + sum % SPREAD_S;
}
