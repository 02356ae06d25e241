/** Words of the balance: labels, warnings, notes and meter events of its months, and of its simulation. @module */

import { type IsoDate, type IsoMonth, monthParts } from "@/lib/base/civil_dates.ts";
import {
  dayOfMonth,
  formatDay,
  formatMonth,
  monthName,
  SHORT_MONTHS,
} from "@/lib/base/date_format.ts";
import { lowered } from "@/lib/base/strings.ts";
import { formatQuantity, withNoBreaks } from "@/lib/base/text_format.ts";
import { yearTitle } from "@/lib/base/text_periods.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { happenedText } from "@/lib/series/meter_event_text.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import type {
  BalanceMeter,
  BalanceMeterEvent,
  BalancePeriod,
  MonthReport,
  MonthWarning,
} from "./balance_report.ts";
import type { DayRun } from "./month_reading.ts";
import type { BalanceFigures, GapStatus } from "./schema.ts";
import type { SimulationForm } from "./simulation.ts";

/** Labels that turn the simulation on and off. @spec balance.simulation */
export const BALANCE_ACTIONS = {
  activate: "Activer simulation",
  deactivate: "Désactiver simulation",
} as const;

/** Meaning of a gap, shown beside its colour. @spec balance.gap */
export const GAP_STATUS_LABELS: Readonly<Record<GapStatus, string>> = {
  "good": "Objectif tenu",
  "bad": "Au-dessus de l’objectif",
  "very-bad": "Seuil dépassé",
};

const WARNINGS: Readonly<Record<MonthWarning, string>> = {
  "no-settings": "Aucun réglage n’est en vigueur au premier jour du mois.",
  "missing-source": "Il manque un relevé de la chaufferie.",
  "missing-hot-water": "Il manque un relevé d’eau chaude : NC n’est pas calculé.",
  "missing-solar": "Il manque un relevé solaire : NC n’est pas calculé.",
  "missing-dju": "Les DJU ne sont pas connus.",
  "unknown-unit": "L’unité d’une série ne convient pas au bilan.",
  "lone-gas-factor": "PTA ou PCS manque : 11 kWh/m³ par défaut.",
  "negative-heating": "NC est négatif : vérifiez q et les compteurs.",
  "incomplete": "Il manque une partie des relevés.",
  "doubtful": "Relevés douteux.",
  "estimated": "Une partie des relevés est estimée.",
  "running-month": "Mois en cours.",
  "no-whole-day": "Aucun de ses jours n’est encore terminé.",
  "awaited-reading": "Un relevé est attendu d’ici la fin du mois.",
  "typed-dju-running":
    "Les DJU saisis valent pour le mois entier : l’écart sera calculé à la fin du mois.",
  "typed-dju-partial": "Les DJU saisis valent pour le mois entier : l’écart n’est pas calculé.",
  "monthly-reading":
    "Un relevé mensuel vaut pour le mois entier : l’écart n’est calculé qu’avec tous ses jours.",
  "no-common-day": "Aucun jour n’a tous ses relevés et ses DJU : l’écart n’est pas calculé.",
};

/** Text of a warning on a month. @spec balance.warnings */
export function warningText(warning: MonthWarning): string {
  return withNoBreaks(WARNINGS[warning]);
}

const METERS: Readonly<Record<BalanceMeter, string>> = {
  "gaz": "Compteur de gaz",
  "urban": "Compteur de chauffage urbain",
  "wood": "Compteur de bois",
  "hot-water": "Compteur d’eau chaude",
  "solar": "Compteur solaire",
};

/** A meter event within a month: "Compteur de gaz remplacé le 12/03/2026." */
export function meterEventText({ meter, date, ...happened }: BalanceMeterEvent): string {
  const sentence = `${METERS[meter]} ${happenedText(happened, formatDay(date))}`;
  return happened.what === "fall" ? sentence : `${sentence}.`;
}

/** A note on consecutive months. */
export interface MonthNote {
  /** "2024-07", in order, at least one. */
  readonly months: readonly string[];
  /** One sentence each. */
  readonly sentences: readonly string[];
}

/** Notes on months: consecutive months with the same sentences share a note. */
export function monthNotes(
  rows: readonly (CountedMonth & Pick<MonthReport, "meterEvents">)[],
): readonly MonthNote[] {
  const notes: { months: string[]; sentences: string[] }[] = [];
  let open: typeof notes[number] | undefined;
  for (const row of rows) {
    const { month, warnings, meterEvents } = row;
    const sentences = [
      ...warnings.map(warningText),
      ...comparedDaysText(row),
      ...meterEvents.map(meterEventText),
    ];
    if (sentences.length === 0) open = undefined;
    else if (open?.sentences.join() === sentences.join()) open.months.push(month);
    else {
      open = { months: [month], sentences };
      notes.push(open);
    }
  }
  return notes;
}

/** Label of the cumulative row of the table and of its file: "Année 2023", "Saison 2023 à 2024". @spec balance.csv */
export function periodLabel({ year, shifted }: BalancePeriod): string {
  return yearTitle(year, shifted);
}

/** "janv.", under a bar of a chart. @spec balance.gap-chart */
export function shortMonth(month: IsoMonth): string {
  return SHORT_MONTHS[Number(month.slice(5)) - 1] ?? "";
}

/**
 * The conversion factor, shown beside the energy of the source.
 *
 * @spec balance.source
 * @returns "" when the meter counts energy
 */
export function conversionText(row: MonthReport): string {
  const { measure } = SOURCE_KINDS[row.source.kind];
  if (measure === "energy") return "";
  const unit = measure === "mass" ? "kWh/kg" : "kWh/m³";
  const factor = formatQuantity(row.conversionFactor, unit, 3);
  if (measure === "mass") return factor;
  return row.gazFactorsFrom === null
    ? `${factor} par défaut`
    : `${factor}, PTA × PCS depuis le ${formatDay(row.gazFactorsFrom)}`;
}

/** The contract's NB, above the table. @spec balance.target @returns "" without a contract */
export function contractText({ config }: Pick<BalanceFigures, "config">): string {
  const { djuContract, nBContract } = config;
  if (djuContract === null || nBContract === null) return "";
  return `${formatQuantity(nBContract, "kWh", 0)} pour ${formatQuantity(djuContract, "DJU", 0)}`;
}

type CountedMonth = Pick<MonthReport, "month" | "days" | "warnings" | "compared">;

/** Days covered by a month's figures, when not all of them: one sentence each. @spec balance.whole-days */
function comparedDaysText(row: CountedMonth): string[] {
  const { month, days, warnings, compared } = row;
  const sentences: string[] = [];
  if (warnings.includes("running-month") && days > 0) {
    sentences.push(`Compté en jours entiers, ${runsText([{ from: 1, to: days }], month)}.`);
  }
  if (compared !== null && compared.count < days) {
    const leftOut = [
      ...reasonText("DJU inconnus", compared.withoutDju, month),
      ...reasonText("relevés incomplets", compared.withoutReading, month),
    ];
    const counted = runsText(compared.runs, month);
    sentences.push(
      withNoBreaks(`NC, DJU et N’B sont comparés ${counted} ; sans ${leftOut.join(" ni ")}.`),
    );
  }
  return sentences;
}

function reasonText(reason: string, runs: readonly DayRun[], month: string): string[] {
  return runs.length === 0 ? [] : [`${runsText(runs, month)} (${reason})`];
}

/** "du 1er au 10, le 12 et du 14 au 20 novembre" */
function runsText(runs: readonly DayRun[], month: string): string {
  const spans = runs.map(({ from, to }) =>
    from === to ? `le ${dayOfMonth(from)}` : `du ${dayOfMonth(from)} au ${dayOfMonth(to)}`
  );
  const last = spans.at(-1) ?? "";
  const before = spans.slice(0, -1).join(", ");
  const all = before === "" ? last : `${before} et ${last}`;
  return `${all} ${monthName(monthParts(month).month)}`;
}

/** Labels of the simulation form, with their units. @spec balance.simulation */
export const SIMULATION_LABELS: Readonly<Record<keyof SimulationForm, string>> = {
  area: "Surface chauffée (m²)",
  peopleNb: "Nombre d’occupants",
  djuSource: "Source des DJU",
  q: "q (kWh/m³ d’ECS)",
  target: "Objectif (Wh/m²/DJU)",
  threshold: "Seuil (%)",
  gasSource: "Compteur de gaz",
};

/** Why a simulation is not saved when a typed number was rounded, clamped or not read. */
export const REPLACED_VALUE =
  "Rien n’est enregistré\u00A0: une valeur saisie n’est pas acceptée, et celle qui la remplace est affichée. Vérifiez-la, puis enregistrez.";

/** Why the simulated values are not saved over settings that changed since the page was shown; it cannot compare them. */
export const SETTINGS_CHANGED =
  "Rien n’est enregistré\u00A0: les réglages de la chaufferie ont changé entre-temps. Voyez-les à sa page «\u00A0Configuration\u00A0», puis enregistrez de nouveau ces valeurs si elles conviennent encore.";

/** Why the simulated values are not saved from a day. */
export function refusedDayText(error: FieldError): string {
  return `Rien n’est enregistré\u00A0: le jour du début n’est pas accepté (${
    lowered(fieldErrorText(error))
  }).`;
}

/** First month that uses the simulated values after they were saved. */
export function savedSettingsText(fromDate: IsoDate, firstMonth: IsoMonth | null): string {
  const saved = `Réglages enregistrés au ${formatDay(fromDate)}\u00A0:`;
  return firstMonth === null
    ? `${saved} aucun mois ne change, d’autres réglages les suivent avant le premier jour d’un mois.`
    : `${saved} ${formatMonth(firstMonth)} est le premier mois qui change.`;
}
