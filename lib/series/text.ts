/** Words and files of slots, rhythms, annotations, events of meters, doubtful figures, uses of energy and the profile of a week. @module */

import { dateParts, type IsoDate, monthParts } from "@/lib/base/civil_dates.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";
import { dayOfMonth, formatLongDay, monthName, SHORT_MONTHS } from "@/lib/base/date_format.ts";
import { type PeriodInstant, readInstantSegment } from "@/lib/base/period_instants.ts";
import { round, wholePercent, wholePercentOf } from "@/lib/base/rounding.ts";
import { capitalized } from "@/lib/base/strings.ts";
import { formatNumber, formatPercent, withNoBreaks } from "@/lib/base/text_format.ts";
import { hourText, slotLabel } from "@/lib/base/text_periods.ts";
import { utcInstant } from "@/lib/base/time_zones.ts";
import { METER_MARK_KINDS, type MeterMarkKind } from "@/lib/timeseries/meter_event.ts";
import type { Rhythm } from "@/lib/timeseries/rhythm.ts";
import type { ExpectedRhythm, MeterMark } from "@/lib/timeseries/schema.ts";
import type { ConsumptionKind, DataUnitId } from "@/lib/timeseries/units.ts";
import type { ChartAxis } from "@/lib/ui/chart_model.ts";
import type { MarkSpec } from "@/lib/ui/chart_paths.ts";
import { isPartOfDay, type SignatureEffect } from "./annotations.ts";
import type { DaySpan } from "./day_spans.ts";
import type { AnnotatedInterval, AnnotatedSlot } from "./range_notes.ts";
import { isRowState, type RangeRow, type RowState } from "./range_rows.ts";
import type { Annotation } from "./schema.ts";
import type { WeekProfile } from "./week_profile.ts";
import { happenedText } from "./meter_event_text.ts";

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
export function annotationDaysText({ from, to }: DaySpan): string {
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
export function annotationTitle(days: DaySpan): string {
  return capitalized(annotationDaysText(days));
}

/** What an annotation does to the energy signature of a boiler room. */
export const SIGNATURE_EFFECT_LABELS: Readonly<Record<SignatureEffect, string>> = {
  changed: "Change la signature énergétique (travaux, réglages)",
  closed: "Clôt la dérive de la signature énergétique",
};

/** An annotation on one line, beside a slot it overlaps: "Panne du brûleur, du 12 au 20 mars 2026". */
export function annotationText(annotation: DaySpan & { readonly text: string }): string {
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

const SEVERAL: Readonly<Record<MeterMarkKind, string>> = {
  replacement: "remplacements de compteur",
  reset: "remises à zéro de compteur",
  fall: "reculs d’index",
};

function dayAndMonth(date: IsoDate): string {
  const [, month, day] = date.split("-");
  return `${day}/${month}`;
}

/**
 * The events of a slot, beside its completeness: "compteur remplacé le 12/03". Events of the same kind are grouped:
 * "12 remplacements de compteur, du 12/03 au 14/03".
 *
 * @param marks in order
 */
export function meterMarkTexts(marks: readonly Omit<MeterMark, "slot">[]): string[] {
  return METER_MARK_KINDS.flatMap((kind) => {
    const some = marks.filter(({ what }) => what === kind);
    const [first] = some;
    const last = some.at(-1);
    if (first === undefined || last === undefined) return [];
    const day = dayAndMonth(first.date);
    if (some.length === 1) return `compteur ${happenedText(first, day)}`;
    const when = first.date === last.date ? `le ${day}` : `du ${day} au ${dayAndMonth(last.date)}`;
    return `${formatNumber(some.length, 0)}\u00A0${SEVERAL[kind]}, ${when}`;
  });
}

/** Texts of the meter events of a slot, one sentence each. */
export type MarkTexts<Mark extends MeterMark> = (marks: readonly Mark[]) => string[];

/**
 * Notes on a slot, one sentence each: events of its meters, annotations of its days. A whole-day annotation is not
 * repeated in each part of the day, where {@link ANNOTATED} stands for it.
 */
export function slotNotes<Mark extends MeterMark>(
  row: AnnotatedSlot<Mark>,
  textsOf: MarkTexts<Mark> = meterMarkTexts,
): string[] {
  const { slot, marks, annotations } = row;
  if (isPartOfDay(slot)) return textsOf(marks);
  return [...meterNotes(row, textsOf), ...annotations.map(annotationText)];
}

/** Notes on the meters of a slot: the doubt about its figures, unless a jump explains it, then their events. */
export function meterNotes<Mark extends MeterMark>(
  { marks, doubtful }: Pick<AnnotatedSlot<Mark>, "marks" | "doubtful">,
  textsOf: MarkTexts<Mark>,
): string[] {
  const isExplained = marks.some(({ what }) => what === "fall");
  return [...doubtful && !isExplained ? [DOUBTFUL_NOTE] : [], ...textsOf(marks)];
}

/** Whether the annotations of a slot are only shown as {@link ANNOTATED}. */
export function isAnnotatedPart({ slot, annotations }: AnnotatedSlot): boolean {
  return isPartOfDay(slot) && annotations.length > 0;
}

/** Shown for an annotated part of a day: the list below the table has the text. */
export const ANNOTATED = "annoté";

/** Marks of a range's chart, from the notes of its slots. */
export function chartMarks<Mark extends MeterMark>(
  rows: readonly AnnotatedSlot<Mark>[],
  textsOf: MarkTexts<Mark> = meterMarkTexts,
): MarkSpec[] {
  return rows.flatMap((row, categoryIndex) => {
    const notes = slotNotes(row, textsOf);
    return notes.length === 0 ? [] : [{ categoryIndex, text: notes.join(" / ") }];
  });
}

export const WEEK_DAYS: readonly string[] = [
  "lundi",
  "mardi",
  "mercredi",
  "jeudi",
  "vendredi",
  "samedi",
  "dimanche",
];

/** Share of the hours that are known. @spec series.week-profile */
export function knownHoursText({ knownCount, hourCount }: WeekProfile): string {
  const percent = hourCount === 0 ? 0 : wholePercent(100 * knownCount / hourCount);
  return `${formatPercent(percent, 0)} des heures terminées sont connues.`;
}

/** Units of what a boiler room burns, or of its heat. */
const HEATING_UNITS: ReadonlySet<DataUnitId> = new Set(["GAZV", "GAZE", "RCUE", "BOIM", "CHAE"]);

/** Night against day from which no set-back shows, and below which it works. */
const [LOST, WORKS] = [0.9, 0.8];

/**
 * The night against the day, and what it says of the set-back of a heating energy.
 *
 * @spec series.week-profile
 */
export function nightText(ratio: number | null, dataUnitId: DataUnitId): string {
  if (ratio === null) return "";
  const percent = formatPercent(100 * ratio, 0);
  const fact = `De 23\u00A0h à 5\u00A0h, ${percent} de la moyenne de 7\u00A0h à 21\u00A0h.`;
  if (!HEATING_UNITS.has(dataUnitId)) return fact;
  if (ratio > LOST) return `${fact} Piste\u00A0: le réduit de nuit n’agit pas, ou il n’y en a pas.`;
  return ratio < WORKS ? `${fact} Le réduit de nuit agit.` : fact;
}

/** An hour of the file: its mean of each day. */
interface ProfileHour {
  readonly hour: number;
  readonly means: readonly (number | null)[];
}

export function profileHours({ means }: WeekProfile): ProfileHour[] {
  return (means[0] ?? []).map((_, hour) => ({
    hour,
    means: means.map((day) => day[hour] ?? null),
  }));
}

export function profileCsv(unit: string): CsvColumn<ProfileHour>[] {
  return [
    { header: "Heure", value: ({ hour }) => hour },
    ...WEEK_DAYS.map((day, at) => ({
      header: unit === "" ? day : `${day} (${unit})`,
      value: ({ means }: ProfileHour) => means[at] ?? null,
    })),
  ];
}

/** Annotations of some days, as the last column of a file. */
export const ANNOTATIONS_CSV: CsvColumn<{ readonly annotations: readonly Annotation[] }> = {
  header: "Annotations",
  value: ({ annotations }) => annotations.map(annotationText).join(" / "),
};

/** The columns of a state's file: instants that a spreadsheet can sort. */
export const STATE_CSV: readonly CsvColumn<AnnotatedInterval>[] = [
  { header: "Depuis", value: ({ fromS }) => utcInstant(fromS) },
  { header: "Jusqu’à", value: ({ toS }) => toS === null ? null : utcInstant(toS) },
  { header: "État", value: ({ state }) => state },
  {
    header: "Durée (min)",
    value: ({ fromS, toS }) => toS === null ? null : round((toS - fromS) / 60, 0),
  },
  ANNOTATIONS_CSV,
];

interface RangeFile {
  unit: string;
  isSum: boolean;
  hasBefore: boolean;
}

/** The columns of a range's file: slots as segments, which a spreadsheet can sort. */
export function rangeCsv({ unit, isSum, hasBefore }: RangeFile): CsvColumn<RangeRow>[] {
  const named = (name: string) => `${name} (${unit})`;
  return [
    { header: "Période", value: ({ slot }) => slot },
    { header: named(isSum ? "Total" : "Moyenne"), value: ({ value }) => value },
    ...isSum ? [] : [
      { header: named("Minimum"), value: ({ min }: RangeRow) => min },
      { header: named("Maximum"), value: ({ max }: RangeRow) => max },
    ],
    ...hasBefore ? [{ header: named("Un an avant"), value: (row: RangeRow) => row.before }] : [],
    { header: "Complétude (%)", value: ({ completeness }) => wholePercentOf(completeness) },
    { header: "État", value: stateText },
    ...isSum
      ? [{ header: "Compteur", value: ({ marks }: RangeRow) => meterMarkTexts(marks).join(" / ") }]
      : [],
    ANNOTATIONS_CSV,
  ];
}

/** The state of a slot, and the doubt about its year before. */
function stateText({ state, isBeforeDoubtful }: RangeRow): string {
  const label = ROW_STATE_LABELS[state];
  return isBeforeDoubtful ? `${label}, ${BEFORE_DOUBTFUL}` : label;
}
