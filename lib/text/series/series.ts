import type { ChartAxis } from "@/lib/domain/charts/chart_model.ts";
import { dateParts, monthParts } from "@/lib/domain/periods/civil_dates.ts";
import { type PeriodInstant, readInstantSegment } from "@/lib/domain/periods/instants.ts";
import type { PeriodOption } from "@/lib/domain/periods/switch.ts";
import { isRowState, type RowState } from "@/lib/domain/series/range_rows.ts";
import type { ExpectedRhythm, Rhythm } from "@/lib/domain/series/types.ts";
import { SHORT_MONTHS } from "@/lib/text/format/dates.ts";
import { instantLabel } from "@/lib/text/periods.ts";

/** What is known of a slot, in a word. */
export const ROW_STATE_LABELS: Readonly<Record<RowState, string>> = {
  complete: "Complet",
  partial: "Incomplet",
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

/** How often a series is expected to be read, and how that is known: "Un relevé par mois, d’après les relevés". */
export function rhythmText({ every, isSet }: ExpectedRhythm): string {
  return `${RHYTHM_LABELS[every]}, ${isSet ? "réglé" : "d’après les relevés"}`;
}

/** {@link rhythmText} where it is worth saying: undefined for a series that is read several times a day, unset. */
export function rhythmNote(expected: ExpectedRhythm | undefined): string | undefined {
  const isUsual = expected?.every === "several-a-day" && !expected.isSet;
  return expected === undefined || isUsual ? undefined : rhythmText(expected);
}

export function rowStateLabel(state: string): string {
  return isRowState(state) ? ROW_STATE_LABELS[state] : state;
}

/** Head of the column of the slots, by how the range is cut. */
export const SLOT_HEADS: Readonly<Record<PeriodOption, string>> = {
  "month": "Mois",
  "week": "Semaine",
  "day": "Jour",
  "hour": "Heure",
  "five-minute": "Heure",
};

/** Weeks whose number is written under a chart: one in four. */
const WEEK_STEP = 4;

/** Hours that are written under a chart: one in two. */
const HOUR_STEP = 2;

/**
 * Slots under a chart, as short as they can be, "" where their neighbours say enough, a time that the clock shows twice
 * among them; and in full where a user points at them.
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

function hourText(hour: number): string {
  return `${hour}\u00A0h`;
}

/** How long a interval lasted: "35 min", "4 h 05", "3 j 2 h". */
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

/** Heads the totals of two years over the slots that both know, the running one left out. */
export const COMPARED_ONLY = "Périodes comparables";
