/** Decides whether the consent of a delivery point is urgent, and who holds it on a day. @module */

import { daysBetween, type IsoDate, LAST_DATE } from "@/lib/base/civil_dates.ts";
import { sortedRows } from "@/lib/ui/tables.ts";
import type { GasConsent, GasPce } from "./schema.ts";

/** Days before the end of a consent from which it is shown as ending. @spec gas.consents */
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
  const alarming = pces.filter(({ consent }) =>
    consent !== null && consentAlarm(consent, today) !== null
  );
  return byUrgency(alarming, today);
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

/** A boiler room to which a delivery point belongs or belonged. */
export interface GasHolder {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** Lines that end after this day belong to this residence; null for the first holder. */
  readonly fromDate: IsoDate | null;
}

/**
 * The holder of a line: a line belongs to the residence that held the delivery point when the line ended.
 *
 * @param holders in chronological order
 * @param toDate last day of the line, at 06:00
 * @returns null when no residence has the delivery point
 */
export function holderAt(holders: readonly GasHolder[], toDate: IsoDate): GasHolder | null {
  return holders.findLast(({ fromDate }) => fromDate === null || fromDate < toDate) ?? null;
}

/**
 * The holders after a delivery point is assigned to a boiler room. Another room of the same residence gets all its
 * lines; another residence only gets the lines that end after today.
 */
export function withHolder(
  holders: readonly GasHolder[],
  room: Pick<GasHolder, "projectId" | "boilerRoomId">,
  today: IsoDate,
): readonly GasHolder[] {
  const last = holders.at(-1);
  if (last === undefined) return [{ ...room, fromDate: null }];
  const before = holders.slice(0, -1);
  if (last.projectId === room.projectId) return [...before, { ...last, ...room }];
  // Reassigned on the day of its assignment: no line belonged to the other residence in between.
  if (last.fromDate === today) return withHolder(before, room, today);
  return [...holders, { ...room, fromDate: today }];
}
