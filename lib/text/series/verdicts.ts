import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import type { LowRate, RegisterVerdict } from "@/lib/domain/series/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { INDEX_DECIMALS } from "./meter_events.ts";

/** What a person says of a reading. @spec series.verdicts */
export function verdictText(isReal: boolean): string {
  return isReal ? "Vrai" : "Faux";
}

export const DOUBTS = {
  title: "Relevés à confirmer",
  intro:
    "Un relevé qui recule, ou qui dépasse le débit maximal de son compteur, ne compte pas tant que d’autres ne l’ont pas confirmé. «\u00A0Vrai\u00A0» le fait compter, «\u00A0Faux\u00A0» l’écarte. Une réponse se retire\u00A0; elle tombe si le relevé est corrigé.",
  /** What counts as long as nobody answers. */
  meanwhile: "rien, chiffres douteux",
  /** What a reading counts when the register goes on from it. */
  restarts: "rien\u00A0: l’index repart d’ici",
  hidden: "masqué",
  hiddenWhy: "Ce logement ne montre pas ses relevés un à un\u00A0: ils ne se jugent pas ici.",
  othersTyped: "index saisi\u00A0: à qui les saisit de le dire",
  void: "sans effet\u00A0: relevé corrigé depuis",
  takeBack: "Retirer",
  lowRate: "Débit maximal trop bas\u00A0?",
} as const;

/** Why only some meters are listed. */
export function cutText(meterCount: number): string {
  return `${
    countText(meterCount, "compteur a", "compteurs ont")
  } des relevés à confirmer\u00A0: ceux des plus récents sont montrés.`;
}

/** What readings in a row beyond the rate of a series say, and what another rate changes. */
export function lowRateText(
  { since, rate, proposed, counted, meterCount }: LowRate,
  { series, unit, timeZone, isOfHousing }: {
    readonly series: string;
    readonly unit: string;
    readonly timeZone: string;
    readonly isOfHousing: boolean;
  },
): string {
  const perHour = (one: number) => `${formatNumber(one, INDEX_DECIMALS)}\u00A0${unit} par heure`;
  const meters = isOfHousing
    ? `de ${countText(meterCount, "logement dépassent", "logements dépassent")}`
    : "dépassent";
  const gained = counted === null
    ? ""
    : `\u00A0: ${formatNumber(counted, INDEX_DECIMALS)}\u00A0${unit} de plus`;
  const scope = isOfHousing ? ", pour tous les logements de la série" : "";
  return `${series}\u00A0: trois relevés de suite ${meters} ${perHour(rate)} depuis le ${
    formatInstant(since, timeZone)
  }. Porté à ${perHour(proposed)}${scope}, le débit maximal les fait compter${gained}.`;
}

/** The same within a sentence. */
function saidText({ isReal }: Pick<RegisterVerdict, "isReal">): string {
  return `«\u00A0${verdictText(isReal).toLowerCase()}\u00A0»`;
}

interface NamedSeries {
  readonly name: string;
  readonly timeZone: string;
}

/** What was said of a reading and what had been said before, for the audit log: it can be undone. */
export function verdictSetText(
  series: NamedSeries,
  said: RegisterVerdict,
  before: RegisterVerdict | null,
): string {
  const had = before === null
    ? "sans réponse avant"
    : `${saidText(before)} avant, pour ${formatNumber(before.value, INDEX_DECIMALS)}`;
  return `${readingText(series, said)}\u00A0: ${saidText(said)} (${had})`;
}

export function verdictTakenBackText(series: NamedSeries, said: RegisterVerdict): string {
  return `${readingText(series, said)}\u00A0: ${saidText(said)} retiré`;
}

function readingText({ name, timeZone }: NamedSeries, { epochS, value }: RegisterVerdict): string {
  const at = formatInstant(utcInstant(epochS), timeZone);
  return `${name}, relevé du ${at} (${formatNumber(value, INDEX_DECIMALS)})`;
}
