import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import type { Point, ReadingsToDelete } from "@/lib/domain/series/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

interface NamedSeries {
  readonly name: string;
  readonly timeZone: string;
}

/** Values named in a line of the audit log. */
const NAMED = 5;

/** What a deletion has removed, for the audit log: all its values can be restored. */
export function deletedText(series: NamedSeries, points: readonly Point[]): string {
  const values = points.slice(0, NAMED).map(({ value, text }) => text ?? formatNumber(value));
  const rest = points.length > NAMED ? "…" : "";
  return `${restoredText(series, points)} (${values.join("\u202F; ")}${rest})`;
}

export function restoredText({ name, timeZone }: NamedSeries, points: readonly Point[]): string {
  const at = (point: Point | undefined) => formatInstant(utcInstant(point?.epochS ?? 0), timeZone);
  const [first, last] = [at(points[0]), at(points.at(-1))];
  const when = first === last ? first : `du ${first} au ${last}`;
  return `${name}, ${countText(points.length, "relevé")}, ${when}`;
}

interface Shown {
  readonly unit: string;
  readonly timeZone: string;
}

/** What a deletion will remove, said before it is done. */
export function toDeleteText(
  { count, indexCount, firstAt, lastAt }: ReadingsToDelete,
  { timeZone }: Shown,
): string {
  const [first, last] = [formatInstant(firstAt, timeZone), formatInstant(lastAt, timeZone)];
  const when = first === last ? `le ${first}` : `du ${first} au ${last}`;
  const typed = indexCount === 0
    ? ""
    : `, dont ${countText(indexCount, "index saisi à la main", "index saisis à la main")}`;
  return `${countText(count, "relevé", "relevés")}, ${when}${typed}.`;
}

/** How a deletion changes the consumption. */
export function consumptionText(
  { from, to, before, after }: NonNullable<ReadingsToDelete["consumption"]>,
  { unit, timeZone }: Shown,
): string {
  const amount = (value: number) => `${formatNumber(value)}\u00A0${unit}`;
  const when = `du ${formatInstant(from, timeZone)} au ${formatInstant(to, timeZone)}`;
  if (after === null) {
    return before === null
      ? `La consommation ${when} reste inconnue.`
      : `La consommation ${when}, de ${amount(before)}, ne sera plus connue.`;
  }
  return before === null
    ? `La consommation ${when}, inconnue jusqu’ici, sera de ${amount(after)}.`
    : `La consommation ${when} passera de ${amount(before)} à ${amount(after)}.`;
}

/** The readings of a period that a deletion leaves. */
export function leftText(count: number): string {
  return `${
    countText(count, "autre relevé de la période reste", "autres relevés de la période restent")
  }\u00A0: votre rôle ne permet pas de le supprimer, ou la démonstration le calcule.`;
}
