import { daysBetween, type IsoDate, LAST_DATE } from "@/lib/domain/periods/civil_dates.ts";
import { sortedRows } from "@/lib/domain/tables/sort.ts";
import type { GasConsent, GasPce } from "./types.ts";

/** Days before the end of a consent from which it is shown as ending. @spec gas.consents, issue 4 §1, decision 043 */
export const CONSENT_ALARM_DAYS = 60;

export type ConsentAlarm =
  /** Unusable: refused, revoked, or awaiting a proof. */
  | { readonly kind: "closed" }
  | { readonly kind: "ended" }
  /** Days left, without today. */
  | { readonly kind: "ends"; readonly days: number };

/** No consent: for a delivery point that the platform may not read. */
export const NO_CONSENT: GasConsent = { state: "unknown", isUsable: false, endDate: null };

/**
 * The alarm on a consent on a day.
 *
 * @returns null while it is usable and more than {@link CONSENT_ALARM_DAYS} from its end, or has no end
 */
export function consentAlarm(consent: GasConsent, today: IsoDate): ConsentAlarm | null {
  const { endDate, isUsable } = consent;
  if (endDate !== null && endDate < today) return { kind: "ended" };
  if (!isUsable) return { kind: "closed" };
  if (endDate === null) return null;
  const days = daysBetween(today, endDate);
  return days <= CONSENT_ALARM_DAYS ? { kind: "ends", days } : null;
}

/**
 * Delivery points by urgency of their consent: closed or ended first, then by end date; those never queried come
 * last.
 */
export function byUrgency(pces: readonly GasPce[], today: IsoDate): GasPce[] {
  return sortedRows(pces, ({ consent }) => {
    if (consent === null) return [2, LAST_DATE];
    const alarm = consentAlarm(consent, today);
    const isShut = alarm !== null && alarm.kind !== "ends";
    return [isShut ? 0 : 1, consent.endDate ?? LAST_DATE];
  }, "asc");
}

/** Delivery points whose consent is unusable or ends soon, most urgent first. */
export function alarmingConsents(pces: readonly GasPce[], today: IsoDate): GasPce[] {
  return byUrgency(pces, today).filter(({ consent }) =>
    consent !== null && consentAlarm(consent, today) !== null
  );
}

/**
 * The applicable consent among those GRDF stores for a delivery point: usable ones first, then the latest end date.
 *
 * @returns {@link NO_CONSENT} without any
 */
export function bestConsent(consents: readonly GasConsent[]): GasConsent {
  return consents.reduce<GasConsent | null>((best, one) => {
    if (best === null) return one;
    if (best.isUsable !== one.isUsable) return one.isUsable ? one : best;
    return (one.endDate ?? LAST_DATE) > (best.endDate ?? LAST_DATE) ? one : best;
  }, null) ?? NO_CONSENT;
}
