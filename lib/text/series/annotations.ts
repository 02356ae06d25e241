import { dateParts } from "@/lib/domain/periods/civil_dates.ts";
import type { CivilDays } from "@/lib/domain/series/annotation.ts";
import { dayOfMonth, formatLongDay, monthName } from "@/lib/text/format/dates.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";

export const ANNOTATION_INTRO =
  "Une panne, des travaux, un essai\u00A0: ce qui explique les chiffres de ces jours, écrit à côté d’eux.";

/** As {@link ANNOTATION_INTRO}, for dwellings: every one of them shows the annotation. */
export const HOUSING_ANNOTATION_INTRO =
  `${ANNOTATION_INTRO} Elle se lit sur tous les logements\u00A0: n’y écrivez rien sur leurs occupants.`;

/**
 * The days of an annotation: "du 12 au 20 mars 2026"; "le 12 mars 2026" for one day.
 *
 * The part common to both days is written once.
 */
export function annotationDaysText({ from, to }: CivilDays): string {
  if (from === to) return `le ${formatLongDay(from)}`;
  const [start, end] = [dateParts(from), dateParts(to)];
  const day = dayOfMonth(start.day);
  const until = `au ${formatLongDay(to)}`;
  if (start.year !== end.year) return `du ${formatLongDay(from)} ${until}`;
  return start.month === end.month
    ? `du ${day} ${until}`
    : `du ${day} ${monthName(start.month)} ${until}`;
}

/** As {@link annotationDaysText}, at the start of a line: "Du 12 au 20 mars 2026". */
export function annotationTitle(days: CivilDays): string {
  return capitalized(annotationDaysText(days));
}

/** An annotation on one line, beside a slot it overlaps: "Panne du brûleur, du 12 au 20 mars 2026". */
export function annotationText(annotation: CivilDays & { readonly text: string }): string {
  return `${annotation.text}, ${annotationDaysText(annotation)}`;
}
