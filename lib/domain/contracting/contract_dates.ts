import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

/** Period in which a provider is in charge of a contract, bounds included; null for no end. */
interface ChargeDates {
  readonly startDate: IsoDate;
  readonly endDate: IsoDate | null;
}

/** Whether another provider is in charge on one of these days. @spec contracting.contracts */
export function overlapsCharge(
  { startDate, endDate }: ChargeDates,
  others: readonly ChargeDates[],
): boolean {
  return others.some((other) =>
    (endDate === null || other.startDate <= endDate) &&
    (other.endDate === null || other.endDate >= startDate)
  );
}

/** The provider in charge on a day; null for none. */
export function inChargeOn<Charge extends ChargeDates>(
  charges: readonly Charge[],
  day: IsoDate,
): Charge | null {
  return charges.find(({ startDate, endDate }) =>
    startDate <= day && (endDate === null || day <= endDate)
  ) ?? null;
}
