import type { IsoDate } from "../domain/periods/civil_dates.ts";
import type { MeterEventField } from "../domain/series/meter_event.ts";
import { METER_EVENT_KINDS, type MeterEventKind, type MeterMark } from "../domain/series/types.ts";
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

/** What happened, said of a meter. */
export const HAPPENED: Readonly<Record<MeterEventKind, string>> = {
  replacement: "remplacé",
  reset: "remis à zéro",
};

const SEVERAL: Readonly<Record<MeterEventKind, string>> = {
  replacement: "remplacements de compteur",
  reset: "remises à zéro de compteur",
};

/**
 * The events of a slot beside its completeness: "compteur remplacé le 12/03"; those of one kind together,
 * "12 remplacements de compteur, du 12/03 au 14/03".
 *
 * @param marks in order
 */
export function meterMarkTexts(marks: readonly Pick<MeterMark, "what" | "date">[]): string[] {
  return METER_EVENT_KINDS.flatMap((kind) => {
    const dates = marks.filter(({ what }) => what === kind).map(({ date }) => date);
    const [first] = dates;
    const last = dates.at(-1);
    if (first === undefined || last === undefined) return [];
    const when = first === last
      ? `le ${dayAndMonth(first)}`
      : `du ${dayAndMonth(first)} au ${dayAndMonth(last)}`;
    return dates.length === 1
      ? `compteur ${HAPPENED[kind]} ${when}`
      : `${formatNumber(dates.length, 0)}\u00A0${SEVERAL[kind]}, ${when}`;
  });
}

function dayAndMonth(date: IsoDate): string {
  const [, month, day] = date.split("-");
  return `${day}/${month}`;
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
