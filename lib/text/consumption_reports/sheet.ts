/** Texts of a dwelling's report, for both its page and its PDF. @module */
import { STATUS_TOLERANCE_PERCENT } from "@/lib/domain/consumption_reports/running_month.ts";
import type {
  ConsumptionKind,
  ReportHeadline,
  ReportNotice,
  ReportSheet,
} from "@/lib/domain/consumption_reports/types.ts";
import { wholePercent } from "@/lib/domain/numbers/percent.ts";
import { shiftMonth } from "@/lib/domain/periods/civil_dates.ts";
import { formatLongDay, formatMonth, ofMonth } from "@/lib/text/format/dates.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";
import { withNoBreaks } from "@/lib/text/format/no_breaks.ts";
import { formatEuros, formatPercent } from "@/lib/text/format/numbers.ts";
import { DOUBTFUL_REASON } from "@/lib/text/series/doubtful.ts";
import { KIND_LABELS } from "./kinds.ts";

/** Uses after "la consommation". */
const CONSUMPTION_OF: Readonly<Record<ConsumptionKind, string>> = {
  electricity: "d’électricité",
  lights: "de l’éclairage",
  plugs: "des prises",
  cooking: "de la cuisson",
  gas: "de gaz",
  coldWater: "d’eau froide",
  hotWater: "d’eau chaude",
  waterHeating: "du chauffage de l’eau",
  heating: "du chauffage",
  // A temperature is not compared, so it is never the largest change.
  temp: "du chauffage",
};

type Dated = Pick<ReportSheet, "month" | "isRunning">;

/** The sentences of a report: the days it counts, if not the whole month, its largest change, and its warnings. */
export function sheetSentences(sheet: ReportSheet) {
  return {
    days: sheetDays(sheet),
    headline: headlineText(sheet),
    notices: sheet.notices.map(noticeText),
  };
}

/** The title of a report: "Bilan de consommation, octobre 2026". */
export function sheetTitle({ month }: Pick<ReportSheet, "month">): string {
  return `Bilan de consommation, ${formatMonth(month)}`;
}

/** File name of a report, without extension. */
export function sheetFileName({ month, residence, dwelling }: ReportSheet): string {
  return `Bilan ${residence} ${dwelling} ${month}`;
}

/** The days counted by a report; null when it counts the whole month. */
export function sheetDays(
  { from, to, until, isShared, isRunning }: Pick<
    ReportSheet,
    "from" | "to" | "until" | "isShared" | "isRunning"
  >,
): string | null {
  if (!isShared && !isRunning) return null;
  const last = isRunning && until !== null && until < to ? until : to;
  if (isRunning && until === null) return "Le mois vient de commencer";
  if (isRunning && until !== null && until < from) {
    return `Aucune journée entière depuis le ${formatLongDay(from)}`;
  }
  return from === last
    ? `Le ${formatLongDay(from)}`
    : `Du ${formatLongDay(from)} au ${formatLongDay(last)}`;
}

/** The largest change, in one or two sentences. @spec reports.headline */
export function headlineText(
  { headline, month, isRunning }: Dated & { readonly headline: ReportHeadline },
): string {
  const yearBefore = shiftMonth(month, -12);
  const before = formatMonth(yearBefore);
  const { change, kind, percent, euros, correctedPercent } = headline;
  const pace = isRunning ? "À ce rythme, " : "";
  if (change === "unknown") return `Rien n’est comparé avec ${before}.`;
  if (change === "steady" || kind === null) {
    const stays = isRunning ? "restent" : "sont";
    return withNoBreaks(
      capitalized(
        `${pace}les consommations ${stays} proches de celles ${
          ofMonth(yearBefore)
        } : ${STATUS_TOLERANCE_PERCENT} % d’écart au plus.`,
      ),
    );
  }
  const changed = isRunning ? FUTURE[change] : PAST[change];
  const cost = euros === null || Math.abs(euros) < 1
    ? ""
    : `, soit environ ${formatEuros(Math.abs(euros), 0)} de ${MORE_OR_LESS[change]}`;
  const main = percent === null
    ? `${pace}la consommation ${
      CONSUMPTION_OF[kind]
    } ${changed} par rapport à ${before}, où elle était nulle${cost}.`
    : `${pace}la consommation ${CONSUMPTION_OF[kind]} ${changed} de ${
      magnitude(percent)
    } par rapport à ${before}${cost}.`;
  return withNoBreaks(capitalized(main) + correctedText(correctedPercent));
}

const PAST = { up: "a augmenté", down: "a baissé" } as const;
const FUTURE = { up: "augmentera", down: "baissera" } as const;
const MORE_OR_LESS = { up: "plus", down: "moins" } as const;

/** Change of heating corrected for the weather; "" when unknown. */
function correctedText(percent: number | null): string {
  if (percent === null) return "";
  if (wholePercent(Math.abs(percent)) === 0) return " À météo égale, elle est la même.";
  return ` À météo égale, elle ${PAST[percent > 0 ? "up" : "down"]} de ${magnitude(percent)}.`;
}

function magnitude(percent: number): string {
  return formatPercent(Math.abs(percent), 0);
}

/** A warning of a report, in a sentence. @spec reports.notices */
export function noticeText({ code, kinds, date }: ReportNotice): string {
  const uses = kinds.map((kind) => KIND_LABELS[kind].toLowerCase()).join(", ");
  const day = date === null ? "" : formatLongDay(date);
  switch (code) {
    case "occupancy-began":
      return `Ce bilan commence le ${day}, jour de l’entrée dans le logement.`;
    case "occupancy-ended":
      return `Ce bilan finit le ${day}, jour de la sortie du logement.`;
    case "not-read":
      return `Sans relevé\u00A0: ${uses}.`;
    case "doubtful":
      return withNoBreaks(`Chiffres douteux, non comparés (${DOUBTFUL_REASON}) : ${uses}.`);
    case "partly-read":
      return `Relevé en partie, donc compté en partie\u00A0: ${uses}.`;
    case "not-compared":
      return `Sans mois comparable un an avant\u00A0: ${uses}.`;
  }
}

export const QR_CODE_LABEL = "Code QR\u00A0: la page de ce logement, pour son occupant";
export const QR_CODE_HINT = "Vos consommations, jour par jour, sur votre page.";
