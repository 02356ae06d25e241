/** Words for slots, rhythms, annotations, doubtful figures and uses of energy. @module */

import { dateParts, monthParts } from "@/lib/base/civil_dates.ts";
import { dayOfMonth, formatLongDay, monthName, SHORT_MONTHS } from "@/lib/base/date_format.ts";
import { type PeriodInstant, readInstantSegment } from "@/lib/base/period_instants.ts";
import { capitalized } from "@/lib/base/strings.ts";
import { withNoBreaks } from "@/lib/base/text_format.ts";
import { hourText, slotLabel } from "@/lib/base/text_periods.ts";
import type { Rhythm } from "@/lib/timeseries/rhythm.ts";
import type { ExpectedRhythm } from "@/lib/timeseries/schema.ts";
import type { ChartAxis } from "@/lib/ui/chart_model.ts";
import type { CivilDays, SignatureEffect } from "./annotations.ts";
import type { ConsumptionKind } from "./consumption_kinds.ts";
import { isRowState, type RowState } from "./range_rows.ts";

/** Names of the uses of a report. */
export const KIND_LABELS: Readonly<Record<ConsumptionKind, string>> = {
  electricity: "Électricité",
  lights: "Éclairage",
  plugs: "Prises",
  cooking: "Cuisson",
  gas: "Gaz",
  coldWater: "Eau froide",
  hotWater: "Eau chaude",
  waterHeating: "Chauffage de l’eau",
  heating: "Chauffage",
  temp: "Température",
};

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

/** What an annotation does to the energy signature of a boiler room. */
export const SIGNATURE_EFFECT_LABELS: Readonly<Record<SignatureEffect, string>> = {
  changed: "Change la signature énergétique (travaux, réglages)",
  closed: "Clôt la dérive de la signature énergétique",
};

/** An annotation on one line, beside a slot it overlaps: "Panne du brûleur, du 12 au 20 mars 2026". */
export function annotationText(annotation: CivilDays & { readonly text: string }): string {
  return `${annotation.text}, ${annotationDaysText(annotation)}`;
}

/** Sign of a doubtful figure, beside it. @spec series.doubtful */
export const DOUBTFUL = "douteux";

/** Why a figure is doubtful, after what it is about: "Chiffre douteux". */
export const DOUBTFUL_REASON = "un index erroné ou à confirmer, ou un saut d’index";

/** The sign and its reason, as a note beside a figure. */
export const DOUBTFUL_NOTE = /* @__PURE__ */ withNoBreaks(`chiffre douteux : ${DOUBTFUL_REASON}`);

/** The same as a sentence, without its full stop. */
export const DOUBTFUL_SENTENCE = /* @__PURE__ */ capitalized(DOUBTFUL_NOTE);

/** Beside a figure of the year before that is doubtful. */
export const BEFORE_DOUBTFUL = `un an avant ${DOUBTFUL}`;

/** A figure with its sign: "6,2 m³ (douteux)"; "" stays "". */
export function withDoubt(text: string, doubtful: boolean | undefined): string {
  return doubtful && text !== "" ? `${text} (${DOUBTFUL})` : text;
}

/** State of a slot, in one word. */
export const ROW_STATE_LABELS: Readonly<Record<RowState, string>> = {
  complete: "Complet",
  partial: "Incomplet",
  doubtful: capitalized(DOUBTFUL),
  estimated: "Estimé",
  covered: "Compris dans un autre relevé",
  awaited: "Relevé attendu",
  missing: "Sans relevé",
};

export const RHYTHM_LABELS: Readonly<Record<Rhythm, string>> = {
  "several-a-day": "Plusieurs relevés par jour",
  "day": "Un relevé par jour",
  "week": "Un relevé par semaine",
  "month": "Un relevé par mois",
};

/** Expected rhythm of a series and its origin: "Un relevé par mois, d’après les relevés". */
export function rhythmText({ every, isSet }: ExpectedRhythm): string {
  return `${RHYTHM_LABELS[every]}, ${isSet ? "réglé" : "d’après les relevés"}`;
}

/** {@link rhythmText}, except for the usual rhythm (several times a day, not set): undefined. */
export function rhythmNote(expected: ExpectedRhythm | undefined): string | undefined {
  const isUsual = expected?.every === "several-a-day" && !expected.isSet;
  return expected === undefined || isUsual ? undefined : rhythmText(expected);
}

export function rowStateLabel(state: string): string {
  return isRowState(state) ? ROW_STATE_LABELS[state] : state;
}

/** Step between the week numbers labelled under a chart. */
const WEEK_STEP = 4;

/** Step between the hours labelled under a chart. */
const HOUR_STEP = 2;

/**
 * Labels of slots under a chart, as short as possible: "" when the neighbouring labels suffice, or for the second of
 * two equal times. Titles are complete, for the tooltip.
 */
export function slotAxis(slots: readonly string[]): Required<ChartAxis> {
  const labels = slots.map(axisLabelOf);
  return {
    categories: labels.map((label, position) => label === labels[position - 1] ? "" : label),
    titles: slots.map(slotLabel),
  };
}

function axisLabel(instant: PeriodInstant): string {
  switch (instant.type) {
    case "monthly":
      return SHORT_MONTHS[monthParts(instant.month).month - 1] ?? "";
    case "weekly":
      return instant.week % WEEK_STEP === 1 ? `S${instant.week}` : "";
    case "daily":
      return String(dateParts(instant.date).day);
    case "hourly":
      return instant.hour % HOUR_STEP === 0 ? hourText(instant.hour) : "";
    case "fivemin":
      return instant.minute === 0 && instant.hour % HOUR_STEP === 0 ? hourText(instant.hour) : "";
  }
}

function axisLabelOf(slot: string): string {
  const instant = readInstantSegment(slot);
  return instant === null ? slot : axisLabel(instant);
}

/** Shown for a period without readings; `old` when they may have been removed because of their age. */
export const NO_READING = {
  title: "Aucun relevé sur cette période",
  next: "Choisissez une autre période, ou vérifiez que le capteur envoie ses relevés.",
  state: "L’état n’a été envoyé aucune fois.",
  old:
    "Choisissez une autre période. S’il y avait des relevés, ils ont pu être supprimés à la fin de leur durée de conservation.",
} as const;
