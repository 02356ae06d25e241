/** Writes the French sentences, table columns and comparisons of a report sheet. @module */

import { monthParts, shiftMonth } from "@/lib/base/civil_dates.ts";
import { formatLongDay, formatMonth, ofMonth } from "@/lib/base/date_format.ts";
import { CENTS, round, wholePercent } from "@/lib/base/rounding.ts";
import { capitalized } from "@/lib/base/strings.ts";
import {
  formatEuros,
  formatPercent,
  formatQuantity,
  withNoBreaks,
} from "@/lib/base/text_format.ts";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";
import { MEAN_DAYS, STATUS_TOLERANCE_PERCENT } from "@/lib/housing/running_month.ts";
import { CONSUMPTION_STATUS_LABELS } from "@/lib/housing/text.ts";
import type { ConsumptionKind } from "@/lib/timeseries/units.ts";
import { DOUBTFUL, DOUBTFUL_REASON, KIND_LABELS, withDoubt } from "@/lib/series/text.ts";
import type { ConsumptionItem, ReportHeadline, ReportNotice, ReportSheet } from "./schema.ts";
import { kindLabel } from "./text.ts";

/** A figure of a use, drawn as a bar. */
interface ComparedBar {
  readonly role: "now" | "before" | "mean";
  readonly name: string;
  readonly value: number;
  /** The value with its unit, as in the table. */
  readonly text: string;
}

export interface ComparedUse {
  readonly kind: ConsumptionItem["kind"];
  readonly label: string;
  readonly isPart: boolean;
  readonly bars: readonly ComparedBar[];
}

/** The uses compared with the year before or with the mean, for both pages and PDFs. @spec reports.sheet */
export function comparedUses(sheet: ReportSheet, meanName: string): ComparedUse[] {
  return sheet.items.flatMap((item) => {
    const { kind, isPart } = item;
    const bars = barsOf(item, sheet, meanName);
    const label = kindLabel(kind, sheet.waterHeatingEnergy);
    return bars.length < 2 ? [] : [{ kind, label, isPart, bars }];
  });
}

function barsOf(
  { kind, unit, value, projected, previousYear, mean, doubtful }: ConsumptionItem,
  { month, isRunning }: ReportSheet,
  meanName: string,
): ComparedBar[] {
  if (kind === "temp") return [];
  const bar = (role: ComparedBar["role"], name: string, figure: number | null) =>
    figure === null ? [] : [{ role, name, value: figure, text: formatQuantity(figure, unit) }];
  const now = isRunning
    ? bar("now", withDoubt("mois prévu", doubtful), projected)
    : bar("now", withDoubt(formatMonth(month), doubtful), value);
  if (now.length === 0) return [];
  return [
    ...now,
    ...bar("before", formatMonth(shiftMonth(month, -12)), previousYear),
    // The mean of a running month covers its finished days only.
    ...bar("mean", meanName, isRunning ? null : mean?.value ?? null),
  ];
}

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

/** The title of a report: "Bilan de consommation, octobre 2026". @spec reports.wording */
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

/** A column of a report's table; every figure has its own unit. */
export interface SheetColumn {
  readonly field:
    | "kind"
    | "value"
    | "projected"
    | "cost"
    | "before"
    | "mean"
    | "reference"
    | "year";
  readonly label: string;
  text(item: ConsumptionItem): string;
  /** Value in a file, where the unit has its own column. */
  value(item: ConsumptionItem): string | number | null;
}

/** The columns of a report's table, without the empty ones. */
export function sheetColumns(
  { month, isRunning, waterHeatingEnergy, items }: ReportSheet,
): readonly SheetColumn[] {
  const before = formatMonth(shiftMonth(month, -12));
  const amount = (
    field: SheetColumn["field"],
    label: string,
    value: (item: ConsumptionItem) => number | null,
    doubt?: "doubtful" | "doubtfulYear",
  ): SheetColumn => ({
    field,
    label,
    text: (item) => withDoubt(formatQuantity(value(item), item.unit), doubt && item[doubt]),
    value,
  });
  const name = ({ kind }: ConsumptionItem) => kindLabel(kind, waterHeatingEnergy);
  const columns: SheetColumn[] = [
    { field: "kind", label: "Usage", text: name, value: name },
    amount(
      "value",
      isRunning ? "Jusqu’à hier" : formatMonth(month),
      ({ value }) => value,
      "doubtful",
    ),
    amount("projected", "Mois entier prévu", ({ projected }) => projected, "doubtful"),
    {
      field: "cost",
      label: "Coût",
      text: ({ cost, doubtful }) => withDoubt(formatEuros(cost), doubtful),
      // To the cent, as it is counted in the total.
      value: ({ cost }) => cost === null ? null : round(cost, CENTS),
    },
    amount("before", before, ({ previousYear }) => previousYear),
    amount("mean", "Moyenne de la résidence", ({ mean }) => mean?.value ?? null),
    amount("reference", "Repère", ({ reference }) => reference),
    amount(
      "year",
      `Total ${monthParts(month).year}`,
      ({ yearToDate }) => yearToDate,
      "doubtfulYear",
    ),
  ];
  return columns.filter(({ text }) => items.some((item) => text(item) !== ""));
}

/** Change of a consumption since the year before: "+12 %"; "" when not compared, or after a zero consumption. */
export function changeText({ previousYearPercent, status }: ConsumptionItem): string {
  if (previousYearPercent === null || status === null) return "";
  const change = formatPercent(previousYearPercent - 100, 0);
  return previousYearPercent > 100 && !change.startsWith("0") ? `+${change}` : change;
}

/** Status of a consumption compared with the year before: "En hausse (+12 %)"; "" when not compared. */
export function statusText(item: ConsumptionItem): string {
  if (item.status === null) return "";
  const [label, change] = [CONSUMPTION_STATUS_LABELS[item.status], changeText(item)];
  return change === "" ? label : `${label} (${change})`;
}

/** The doubtful figures of a use, in a file: "mois douteux, total de l’année douteux"; "" without any. */
export function doubtRemarks({ doubtful, doubtfulYear }: ConsumptionItem): string {
  return [
    ...doubtful ? [`mois ${DOUBTFUL}`] : [],
    ...doubtfulYear ? [`total de l’année ${DOUBTFUL}`] : [],
  ].join(", ");
}

/** Heating of the year before, corrected for the weather; "" when unknown. */
export function correctedNote({ previousYearCorrected, unit }: ConsumptionItem): string {
  if (previousYearCorrected === null) return "";
  return `${formatQuantity(previousYearCorrected, unit)} à météo égale`;
}

/** Explanations of a report's figures, below its table. */
export function sheetExplanations({ items, isRunning }: ReportSheet): readonly string[] {
  const has = (isThere: (item: ConsumptionItem) => boolean, sentence: string) =>
    items.some(isThere) ? [withNoBreaks(sentence)] : [];
  return [
    ...isRunning
      ? [withNoBreaks(
        `Mois entier prévu : les jours qui restent sont comptés à la moyenne des ${MEAN_DAYS} derniers.`,
      )]
      : [],
    ...has(
      ({ mean }) => mean !== null,
      `Moyenne de la résidence : celle d’au moins ${FEWEST_ANONYMOUS} logements, ramenée à la surface du logement pour le chauffage et au nombre de personnes pour l’eau${
        isRunning ? " ; jusqu’à hier elle aussi" : ""
      }.`,
    ),
    ...has(({ reference }) => reference !== null, "Repère : l’objectif fixé par le bailleur."),
    ...has(
      ({ previousYearCorrected }) => previousYearCorrected !== null,
      "À météo égale : la consommation de l’an dernier s’il avait fait aussi froid que ce mois-ci.",
    ),
    ...has(
      ({ yearToDate }) => yearToDate !== null,
      "Total de l’année : depuis le 1er janvier, ou depuis l’entrée dans le logement.",
    ),
    ...has(
      ({ cost }) => cost !== null,
      "Les coûts sont des estimations : ce bilan n’est pas une facture.",
    ),
  ];
}
