import type { MeterEventField } from "../domain/series/meter_event.ts";
import type { MeterEventKind, MeterMark } from "../domain/series/types.ts";
import { formatNumber } from "./numbers.ts";

/** The fields of an event of a meter, as its form names them. */
export const METER_EVENT_LABELS: Readonly<Record<MeterEventField, string>> = {
  what: "Ce qui est arrivé",
  houseId: "Logement",
  date: "Le",
  time: "À",
  finalIndex: "Dernier index avant",
  firstIndex: "Premier index après",
  comment: "Commentaire",
};

/** What may happen to a meter. */
export const METER_EVENT_KIND_LABELS: Readonly<Record<MeterEventKind, string>> = {
  replacement: "Compteur remplacé",
  reset: "Compteur remis à zéro",
};

const MARKED: Readonly<Record<MeterEventKind, string>> = {
  replacement: "compteur remplacé",
  reset: "compteur remis à zéro",
};

/** An event beside the completeness of its slot: "compteur remplacé le 12/03". */
export function meterMarkText({ what, date }: MeterMark): string {
  const [, month, day] = date.split("-");
  return `${MARKED[what]} le ${day}/${month}`;
}

/** Registers show thousandths of their unit. */
const DECIMALS = 3;

/** What deleting an event changes. */
export function lostWithEvent(
  { counted, countedWithout }: { counted: number | null; countedWithout: number | null },
  unit: string,
): string {
  if (counted === null && countedWithout === null) {
    return "Les index de part et d’autre seront perdus.";
  }
  const amount = (value: number | null) => `${formatNumber(value ?? 0, DECIMALS)}\u00A0${unit}`;
  return `Entre les relevés qui l’entourent, la consommation passera de ${amount(counted)} à ${
    amount(countedWithout)
  }.`;
}
