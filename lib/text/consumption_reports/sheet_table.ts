import { MEAN_DAYS } from "@/lib/domain/consumption_reports/running_month.ts";
import type { ConsumptionItem, ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { FEWEST_ANONYMOUS } from "@/lib/domain/housing/limits.ts";
import { CENTS, round } from "@/lib/domain/numbers/round.ts";
import { monthParts, shiftMonth } from "@/lib/domain/periods/civil_dates.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { withNoBreaks } from "@/lib/text/format/no_breaks.ts";
import { formatEuros, formatPercent, formatQuantity } from "@/lib/text/format/numbers.ts";
import { DOUBTFUL, withDoubt } from "@/lib/text/series/doubtful.ts";
import { kindLabel } from "./kinds.ts";
import { CONSUMPTION_STATUS_LABELS } from "./running_month.ts";

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

/** Heading of the column of a file that says which figures are doubtful. */
export const REMARKS = "Remarques";

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
