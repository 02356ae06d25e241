import type { ChartAxis } from "@/lib/domain/charts/chart_model.ts";
import { dateParts, monthParts } from "@/lib/domain/periods/civil_dates.ts";
import { type PeriodInstant, readInstantSegment } from "@/lib/domain/periods/instants.ts";
import type { PeriodOption } from "@/lib/domain/periods/switch.ts";
import { isRowState, type RowState } from "@/lib/domain/series/range_rows.ts";
import type { ExpectedRhythm, Rhythm } from "@/lib/domain/series/types.ts";
import { SHORT_MONTHS } from "@/lib/text/format/dates.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";
import { instantLabel } from "@/lib/text/periods.ts";
import { DOUBTFUL } from "./doubtful.ts";

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

/** Heading of the column of slots, by type of period. */
export const SLOT_HEADS: Readonly<Record<PeriodOption, string>> = {
  "month": "Mois",
  "week": "Semaine",
  "day": "Jour",
  "hour": "Heure",
  "five-minute": "Heure",
};

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
    categories: labels.map((label, rank) => label === labels[rank - 1] ? "" : label),
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

export function slotLabel(slot: string): string {
  const instant = readInstantSegment(slot);
  return instant === null ? slot : instantLabel(instant);
}

/** Shown for a period without readings; `old` when they may have been removed because of their age. */
export const NO_READING = {
  title: "Aucun relevé sur cette période",
  next: "Choisissez une autre période, ou vérifiez que le capteur envoie ses relevés.",
  state: "L’état n’a été envoyé aucune fois.",
  old:
    "Choisissez une autre période. S’il y avait des relevés, ils ont pu être supprimés à la fin de leur durée de conservation.",
} as const;

/** An hour of the day: « 6 h ». */
export function hourText(hour: number): string {
  return `${hour}\u00A0h`;
}

/** Duration of an interval: "35 min", "4 h 05", "3 j 2 h". */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}\u00A0min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60;
    return rest === 0 ? `${hours}\u00A0h` : `${hours}\u00A0h\u00A0${String(rest).padStart(2, "0")}`;
  }
  const days = Math.floor(hours / 24);
  const rest = hours % 24;
  return rest === 0 ? `${days}\u00A0j` : `${days}\u00A0j\u00A0${rest}\u00A0h`;
}
