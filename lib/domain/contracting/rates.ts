/** Months between occurrences, as a word. @spec contracting.rates */
export function rateLabel(rate: number): string {
  if (rate === 0) return "Ponctuelle";
  if (isYearly(rate)) return rate === 12 ? "Tous les ans" : `Tous les ${rate / 12} ans`;
  return rate === 1 ? "Tous les mois" : `Tous les ${rate} mois`;
}

/** What a request begins with. */
export interface RequestDefaults {
  /** Days before the due date. */
  readonly reminder: number;
  readonly nbDaysForNewDeadline: number;
  /** Months between occurrences. */
  readonly rate: number;
}

/** Of an inspection that comes back every year or every few years. */
export const YEARLY_DEFAULTS: RequestDefaults = {
  reminder: 60,
  nbDaysForNewDeadline: 90,
  rate: 12,
};

/** Of readings every few months, and of what is asked once: a missing paper is sent within days. */
const OTHER_DEFAULTS: RequestDefaults = { reminder: 62, nbDaysForNewDeadline: 15, rate: 2 };

/** What a request of a document type begins with. @spec contracting.rates, decision 129 */
export function requestDefaults({ defaultRate }: { defaultRate: number }): RequestDefaults {
  const defaults = isYearly(defaultRate) ? YEARLY_DEFAULTS : OTHER_DEFAULTS;
  return { ...defaults, rate: defaultRate };
}

function isYearly(rate: number): boolean {
  return rate > 0 && rate % 12 === 0;
}
