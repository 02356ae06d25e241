/**
 * Refuses dates and durations that reach too far, or asks to confirm them; with their table.
 *
 * An unchanged date of a stored thing is neither refused nor confirmed, so that its other fields can be edited.
 *
 * @module
 */

import {
  addDays,
  addYears,
  daysBetween,
  type IsoDate,
  isoDate,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { DAY_MS, MINUTE_MS } from "@/lib/base/durations.ts";
import { civilDateOf, clockTimeOf } from "@/lib/base/time_zones.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";

/** Years ahead of the last due date that is accepted. */
const DUE_YEARS_AHEAD = 30;
/** Days ahead from which a document that a request makes at once is to be confirmed. */
const EARLY_DAYS = 400;
/** Years from today from which a start or a setting is to be confirmed. */
const FAR_YEARS = 5;
/** Days that planned works may mute alarms, and those for which they do without confirmation. */
const SILENCE_DAYS = { most: 400, unasked: 31 } as const;

/** Whether a due date is accepted: from 1 January of last year, to 30 years ahead. @spec forms.far-dates */
export function isDueDate(date: IsoDate, today: IsoDate): boolean {
  return date >= isoDate(yearOf(today) - 1, 1, 1) && date <= addYears(today, DUE_YEARS_AHEAD);
}

/** The documents that a request makes at once, among those late or due long after today. @spec forms.far-dates */
export function documentEffects(dueDates: readonly IsoDate[], today: IsoDate): Effect[] {
  const early = addDays(today, EARLY_DAYS);
  return [
    ...documentsEffect("late-documents", dueDates.filter((date) => date < today)),
    ...documentsEffect("early-documents", dueDates.filter((date) => date > early)),
  ];
}

function documentsEffect(
  kind: "late-documents" | "early-documents",
  dueDates: readonly IsoDate[],
): Effect[] {
  const [firstDueDate, ...others] = dueDates.toSorted();
  if (firstDueDate === undefined) return [];
  const count = dueDates.length;
  return [{ kind, count, firstDueDate, lastDueDate: others.at(-1) ?? firstDueDate }];
}

/** Two instants, ISO with Z. */
interface Instants {
  readonly from: string;
  readonly to: string;
}

/** Whether planned works mute alarms for longer than is accepted. @spec forms.far-dates */
export function isSilenceTooLong(works: Instants, timeZone: string): boolean {
  return clockMs(works, timeZone) > SILENCE_DAYS.most * DAY_MS;
}

/** Whether a thing to do is put off to a day that is over, or over a year ahead. @spec forms.far-dates */
export function isFollowUpTooFar(until: IsoDate, today: IsoDate): boolean {
  return until <= today || until > addYears(today, 1);
}

/** What planned works do that must be confirmed. @spec forms.far-dates */
export function silenceEffects(works: Instants, timeZone: string): Effect[] {
  const days = clockMs(works, timeZone) / DAY_MS;
  return days > SILENCE_DAYS.unasked ? [{ kind: "long-silence", days: Math.ceil(days) }] : [];
}

/** Time between two instants on the clock of a place, ms: days from 8:00 to 8:00 have 24 hours when it changes too. */
function clockMs({ from, to }: Instants, timeZone: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const days = daysBetween(civilDateOf(start, timeZone), civilDateOf(end, timeZone));
  return days * DAY_MS + timeOfDayMs(end, timeZone) - timeOfDayMs(start, timeZone);
}

function timeOfDayMs(epochMs: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = clockTimeOf(epochMs, timeZone).split(":").map(Number);
  return (hours * 60 + minutes) * MINUTE_MS + epochMs % MINUTE_MS;
}

/** A start that is years ahead, when it changes. @spec forms.far-dates */
export function startEffects(
  date: IsoDate | null | undefined,
  { today, before }: Since,
): Effect[] {
  return date && date !== before && date > addYears(today, FAR_YEARS)
    ? [{ kind: "far-start", date }]
    : [];
}

/** A setting in force from a day that is years away, when it is new. @spec forms.far-dates */
export function settingEffects(date: IsoDate, since: Since): Effect[] {
  const isOld = date !== since.before && date < addYears(since.today, -FAR_YEARS);
  return isOld ? [{ kind: "old-setting", date }] : startEffects(date, since);
}

interface Since {
  readonly today: IsoDate;
  /** The stored date; null or undefined for none. */
  readonly before?: IsoDate | null | undefined;
}

/** A date or a duration that users enter, and how far it may reach. */
interface FarDate {
  /** The calls that take it. */
  readonly calls: readonly string[];
  /** Its members of the body, and with a colon its parameter of the path. */
  readonly fields: readonly string[];
  readonly refused: string;
  readonly requested: string;
}

const PLAUSIBLE = "outside the plausible years";
const NEVER = "never";
const AHEAD = `over ${FAR_YEARS} years ahead`;
const TYPED_REFUSED =
  "in the future, before 1970, or older than the readings accepted without acceptOld";
const DUE = `before 1 January of last year, or over ${DUE_YEARS_AHEAD} years ahead`;

/** Every date and duration of the writes; docs/specification.md has the same table. @spec forms.far-dates */
export const FAR_DATES: readonly FarDate[] = [
  {
    calls: ["createRequest", "putRequest"],
    fields: ["firstRequest"],
    refused: DUE,
    requested: `a document that it makes is late or due over ${EARLY_DAYS} days ahead; ${AHEAD}`,
  },
  {
    calls: ["createRequest", "putRequest"],
    fields: ["rate", "reminder", "nbDaysForNewDeadline", "projects"],
    refused: "a rate over 600 months, days over 3650",
    requested: `a document that they make is late or due over ${EARLY_DAYS} days ahead`,
  },
  {
    calls: ["closeRequest"],
    fields: ["close"],
    refused: NEVER,
    requested: "a document that a reopened request makes is late",
  },
  {
    calls: ["changeFinalDueDate", "createDocumentAction"],
    fields: ["finalDueDate"],
    refused: `${DUE}; before the due date of the document`,
    requested: "it is over",
  },
  {
    calls: ["createAlarmMute", "putAlarmMute"],
    fields: ["from", "to"],
    refused: `over ${SILENCE_DAYS.most} days`,
    requested: `over ${SILENCE_DAYS.unasked} days; a start ${AHEAD}`,
  },
  {
    calls: ["putFollowUp"],
    fields: ["postponedUntil"],
    refused: "today or before, or over a year ahead",
    requested: NEVER,
  },
  {
    calls: ["putEfficiencySettings", "putGasFactors"],
    fields: [":fromDate"],
    refused: PLAUSIBLE,
    requested: `a new version over ${FAR_YEARS} years away, before or after today`,
  },
  {
    calls: ["putHeatingSeasons"],
    fields: ["yearStart", "dateStart", "dateStop"],
    refused: "outside 1970–2100, or days outside their season",
    requested: `a new season ${AHEAD}; a past one only concerns its own year`,
  },
  {
    calls: ["addContractProvider", "putContractProvider"],
    fields: ["startDate", "endDate"],
    refused: `${PLAUSIBLE}; an end before the start`,
    requested: `a start ${AHEAD}; contracts last long, so an end never`,
  },
  {
    calls: ["createOccupancy", "putOccupancy"],
    fields: ["from", "to", "consent.givenOn", "consent.withdrawnOn"],
    refused: `${PLAUSIBLE}; an end before the start`,
    requested: `a first day or a consent ${AHEAD}; a last day or a withdrawal never`,
  },
  {
    calls: ["createDisplayMessage", "putDisplayMessage", "createHousingAlert", "putHousingAlert"],
    fields: ["from", "to"],
    refused: `${PLAUSIBLE}; an end before the start`,
    requested: `a first day ${AHEAD}; a last day never: without one, it stays until removed`,
  },
  {
    calls: ["addAnnotation", "putAnnotation"],
    fields: ["from", "to"],
    refused: `${PLAUSIBLE}; over 366 days`,
    requested: `a first day ${AHEAD}`,
  },
  {
    calls: ["putAutoconsumptionInfo"],
    fields: ["startDate"],
    refused: PLAUSIBLE,
    requested: AHEAD,
  },
  {
    calls: ["createEnergyPrice", "putEnergyPrice"],
    fields: ["from"],
    refused: PLAUSIBLE,
    requested: AHEAD,
  },
  {
    calls: ["createEnergyTerms", "putEnergyTerms", "createEnergyBill", "putEnergyBill"],
    fields: ["from", "to"],
    refused: PLAUSIBLE,
    requested: `a first day ${AHEAD}`,
  },
  {
    calls: ["putPriceIndexes"],
    fields: ["values.month", "values.publishedOn"],
    refused: PLAUSIBLE,
    requested: NEVER,
  },
  {
    calls: ["sendSettlements"],
    fields: [":year"],
    refused: "outside 1970–2099, or a season that is not over",
    requested: NEVER,
  },
  {
    calls: ["sendSettlement"],
    fields: [":year", "contract"],
    refused: "a year outside 1970–2099, or a contract's part of a season that is not over",
    requested: NEVER,
  },
  {
    calls: ["importEnergyPrices"],
    fields: ["body"],
    refused: `a line ${PLAUSIBLE}`,
    requested: NEVER,
  },
  {
    calls: ["putConsumerStatus"],
    fields: ["date"],
    refused: PLAUSIBLE,
    requested: AHEAD,
  },
  {
    calls: ["addManualIndex"],
    fields: ["date"],
    refused: TYPED_REFUSED,
    requested: "no day alone: an index that contradicts the other readings of its meter",
  },
  {
    calls: ["addMeterEvent"],
    fields: ["date"],
    refused: TYPED_REFUSED,
    requested: NEVER,
  },
  {
    calls: ["attachSource"],
    fields: ["scale.from"],
    refused: "in the future",
    requested: "no date alone: stored readings that get other values",
  },
  {
    calls: ["attachDevice"],
    fields: ["values.scale.from"],
    refused: "in the future",
    requested: NEVER,
  },
  {
    calls: ["putSourceScales"],
    fields: ["scales.from"],
    refused: "in the future",
    requested: "no date alone: stored readings that get other values",
  },
  {
    calls: ["moveDevice"],
    fields: ["from"],
    refused: "in the future",
    requested: "no date alone: stored readings that go to other series",
  },
  {
    calls: ["deleteReadings"],
    fields: ["from", "to"],
    refused: "over 10,000 readings between them",
    requested: "never: the page shows the readings first, and they can be restored for 30 days",
  },
  {
    calls: ["addReadingVerdict"],
    fields: ["at"],
    refused: "no reading at that second, or its readings are no longer kept",
    requested: "never: it can be taken back",
  },
  {
    calls: ["importReadings"],
    fields: ["body"],
    refused: "a reading ten minutes ahead, or older than those accepted without acceptOld",
    requested: NEVER,
  },
  {
    calls: ["importGasLines", "importOutdoorDays"],
    fields: ["body"],
    refused: "a line after today",
    requested: NEVER,
  },
  {
    calls: ["putMonthlyDju"],
    fields: ["months.month"],
    refused: PLAUSIBLE,
    requested: "never: it only concerns its own month",
  },
  {
    calls: ["orderConsumptionReports"],
    fields: [":month"],
    refused: "outside 1970–2100",
    requested: "never: it writes no date",
  },
  {
    calls: ["uploadDocument"],
    fields: ["completionDate", "data"],
    refused: `${PLAUSIBLE}; after today`,
    requested: "never: the validator reads it",
  },
  {
    calls: ["putRetention"],
    fields: ["infraDailyYears", "dailyYears", "monthlyYears"],
    refused: "outside 1–5, 2–20 and 3–30 years",
    requested: NEVER,
  },
  {
    calls: [
      "createAlarmReport",
      "putAlarmReport",
      "createOrgAlarmReport",
      "putOrgAlarmReport",
      "createUserAlarmReport",
      "putUserAlarmReport",
    ],
    fields: ["notifyEvery"],
    refused: "over 9999 hours or days",
    requested: NEVER,
  },
  {
    calls: ["putAlarmSettings"],
    fields: ["boilerroom-circuit", "building-cmv", "building-skydome", "pilot-threshold"],
    refused: "over 1440 minutes",
    requested: NEVER,
  },
  {
    calls: ["putAlarmSettings"],
    fields: ["water-night-flow.nights"],
    refused: "outside 1–30 nights",
    requested: NEVER,
  },
  {
    calls: ["putGateSettings"],
    fields: ["alarmFrom"],
    refused: "over 1000 hours",
    requested: NEVER,
  },
];
