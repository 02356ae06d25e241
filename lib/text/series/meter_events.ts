import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import {
  type JumpCause,
  METER_MARK_KINDS,
  type MeterEventKind,
  type MeterMark,
  type MeterMarkKind,
} from "@/lib/domain/series/types.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

export const METER_EVENT_LABELS = {
  what: "Ce qui est arrivé",
  houseId: "Logement",
  date: "Le",
  time: "À",
  finalIndex: "Dernier index avant",
  firstIndex: "Premier index après",
  comment: "Commentaire",
};

export const METER_EVENT_KIND_LABELS: Readonly<Record<MeterEventKind, string>> = {
  replacement: "Compteur remplacé",
  reset: "Compteur remis à zéro",
};

/** Most likely cause of a jump of a register. */
export const FALL_CAUSE_LABELS: Readonly<Record<JumpCause, string>> = {
  replacement: "Compteur remplacé ou remis à zéro",
  reset: "Compteur remis à zéro",
  wrap: "Retour à zéro après le dernier chiffre",
  mistake: "Erreur de relevé",
};

const SEVERAL: Readonly<Record<MeterMarkKind, string>> = {
  replacement: "remplacements de compteur",
  reset: "remises à zéro de compteur",
  fall: "reculs d’index",
};

/** Effect of a register's fall on the figures, and how to correct it. */
export const FALL_ADVICE =
  "Rien n’est compté entre les deux relevés. Si le compteur a été remplacé ou remis à zéro, datez-le. Sinon un des deux relevés est faux\u00A0: un relevé corrigé, envoyé à la même heure, le remplace.";

type MarkFacts = Pick<MeterMark, "what" | "fall">;

/** An event of a meter on a day: "remplacé le 12/03", "en recul le 12/03 (15,5 puis 12) : erreur de relevé ?". */
export function happenedText({ what, fall }: MarkFacts, day: string): string {
  if (what === "replacement") return `remplacé le ${day}`;
  if (what === "reset") return `remis à zéro le ${day}`;
  const { before = 0, value = 0, cause } = fall ?? {};
  const registers = [before, value].map((one) => formatNumber(one, INDEX_DECIMALS)).join(" puis ");
  const way = value > before ? "saut" : "recul";
  const when = fall ? `${day} (${registers})` : day;
  const guess = cause === "mistake" ? "erreur de relevé" : "remplacé ou remis à zéro";
  return `en ${way} le ${when}\u00A0: ${guess}\u00A0?`;
}

/**
 * The events of a slot, beside its completeness: "compteur remplacé le 12/03". Events of the same kind are grouped:
 * "12 remplacements de compteur, du 12/03 au 14/03".
 *
 * @param marks in order
 */
export function meterMarkTexts(marks: readonly Omit<MeterMark, "slot">[]): string[] {
  return METER_MARK_KINDS.flatMap((kind) => {
    const some = marks.filter(({ what }) => what === kind);
    const [first] = some;
    const last = some.at(-1);
    if (first === undefined || last === undefined) return [];
    const day = dayAndMonth(first.date);
    if (some.length === 1) return `compteur ${happenedText(first, day)}`;
    const when = first.date === last.date ? `le ${day}` : `du ${day} au ${dayAndMonth(last.date)}`;
    return `${formatNumber(some.length, 0)}\u00A0${SEVERAL[kind]}, ${when}`;
  });
}

function dayAndMonth(date: IsoDate): string {
  const [, month, day] = date.split("-");
  return `${day}/${month}`;
}

/** Decimals of an index: thousandths of the unit of its meter. */
export const INDEX_DECIMALS = 3;

export function lostWithEvent(
  { counted, countedWithout }: { counted: number | null; countedWithout: number | null },
  unit: string,
): string {
  if (counted === null && countedWithout === null) {
    return "Les index de part et d’autre seront perdus.";
  }
  const amount = (value: number | null) =>
    `${formatNumber(value ?? 0, INDEX_DECIMALS)}\u00A0${unit}`;
  return `Entre les relevés qui l’entourent, la consommation passera de ${amount(counted)} à ${
    amount(countedWithout)
  }.`;
}
