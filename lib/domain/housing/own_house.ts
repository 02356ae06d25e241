import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { levelOf, type PeriodType } from "@/lib/domain/periods/period.ts";
import { inThousandths, smallerUnit } from "@/lib/domain/series/smaller_units.ts";
import type { DataUnitId, RangeData } from "@/lib/domain/series/types.ts";
import { alertState } from "./alerts.ts";
import { isHeld, isWithin, type OccupancyPeriod } from "./occupancy.ts";
import type { Consent, HousingAlert, OccupancySpan, OwnContact, OwnMessage } from "./types.ts";

export interface HouseAt {
  projectId: string;
  houseId: string;
}

/**
 * Converts water of days and hours to litres, for the public: a table shows one decimal, which is 100 L for m³.
 *
 * @returns the data unchanged for any other quantity, and for months and weeks
 */
export function inHomeUnits(
  data: RangeData,
  { type, dataUnitId }: { readonly type: PeriodType; readonly dataUnitId: DataUnitId },
): RangeData {
  const { unit } = data;
  if (levelOf(type) === "year" || smallerUnit({ dataUnitId, unit }) !== "L") return data;
  const slots = data.slots.map(({ value, min, max, ...slot }) => ({
    ...slot,
    value: inThousandths(value),
    min: inThousandths(min),
    max: inThousandths(max),
  }));
  return { ...data, unit: "L", slots };
}

/** An occupant's own stay, as one period. Occupants need no consent to see their own hourly data. */
export function ownPeriod({ from, to }: Pick<OccupancySpan, "from" | "to">): OccupancyPeriod {
  return { from, to, kind: "occupied", fineFrom: from };
}

/**
 * The messages for an occupant: those shown today to every dwelling or to theirs.
 *
 * A message that names dwellings and begins before the occupancy was for the previous occupant.
 *
 * @param stay days of the occupancy
 */
export function ownMessages(
  alerts: readonly HousingAlert[],
  { houseId, stay, today }: {
    houseId: string;
    stay: Pick<OccupancyPeriod, "from" | "to">;
    today: IsoDate;
  },
): OwnMessage[] {
  return alerts
    .filter((alert) => alertState(alert, today) === "current")
    .filter(({ from, houseIds }) =>
      houseIds.length === 0 || (houseIds.includes(houseId) && isWithin(stay, from))
    )
    .map(ownMessage);
}

export function ownMessage({ id, from, to, message }: OwnMessage): OwnMessage {
  return { id, from, to, message };
}

export function ownContact({ id, name, phone, mail }: OwnContact): OwnContact {
  return { id, name, phone, mail };
}

/**
 * A consent after its person gives or withdraws it today. Giving an active consent or withdrawing a withdrawn one
 * changes nothing.
 *
 * @spec housing.own-house
 * @param source source of a new consent
 */
export function changedConsent(
  consent: Consent | null,
  { isGiven, today, source }: { isGiven: boolean; today: IsoDate; source: string },
): Consent | null {
  if (isGiven) return isHeld(consent) ? consent : { givenOn: today, source, withdrawnOn: null };
  if (!isHeld(consent)) return consent;
  return { ...consent, withdrawnOn: consent.givenOn > today ? consent.givenOn : today };
}
