import type { DocumentRequest } from "./types.ts";

/** Label of the number of months between occurrences. @spec contracting.rates */
export function rateLabel(rate: number): string {
  if (rate === 0) return "Ponctuelle";
  if (isYearly(rate)) return rate === 12 ? "Tous les ans" : `Tous les ${rate / 12} ans`;
  return rate === 1 ? "Tous les mois" : `Tous les ${rate} mois`;
}

/** Initial values of a request. */
type RequestDefaults = Pick<DocumentRequest, "reminder" | "nbDaysForNewDeadline" | "rate">;

/** For an inspection repeated every year or every few years. */
export const YEARLY_DEFAULTS: RequestDefaults = {
  reminder: 60,
  nbDaysForNewDeadline: 90,
  rate: 12,
};

/** For readings every few months and one-off documents: a missing paper is sent within days. */
const OTHER_DEFAULTS: RequestDefaults = { reminder: 62, nbDaysForNewDeadline: 15, rate: 2 };

/** Initial values of a request for a document type. @spec contracting.rates, decision 129 */
export function requestDefaults({ defaultRate }: { defaultRate: number }): RequestDefaults {
  const defaults = isYearly(defaultRate) ? YEARLY_DEFAULTS : OTHER_DEFAULTS;
  return { ...defaults, rate: defaultRate };
}

function isYearly(rate: number): boolean {
  return rate > 0 && rate % 12 === 0;
}
