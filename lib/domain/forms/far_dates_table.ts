import { DUE_YEARS_AHEAD, EARLY_DAYS, FAR_YEARS, SILENCE_DAYS } from "./far_dates.ts";

/** A date or a duration that users enter, and how far it may reach. */
interface FarDate {
  /** The calls that take it. */
  readonly calls: readonly string[];
  /** Its members of the body, and with a colon its parameter of the path. */
  readonly fields: readonly string[];
  readonly refused: string;
  readonly asked: string;
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
    asked: `a document that it makes is late or due over ${EARLY_DAYS} days ahead; ${AHEAD}`,
  },
  {
    calls: ["createRequest", "putRequest"],
    fields: ["rate", "reminder", "nbDaysForNewDeadline", "projects"],
    refused: "a rate over 600 months, days over 3650",
    asked: `a document that they make is late or due over ${EARLY_DAYS} days ahead`,
  },
  {
    calls: ["closeRequest"],
    fields: ["close"],
    refused: NEVER,
    asked: "a document that a reopened request makes is late",
  },
  {
    calls: ["changeFinalDueDate", "createDocumentAction"],
    fields: ["finalDueDate"],
    refused: `${DUE}; before the due date of the document`,
    asked: "it is over",
  },
  {
    calls: ["createAlarmMute", "putAlarmMute"],
    fields: ["from", "to"],
    refused: `over ${SILENCE_DAYS.most} days`,
    asked: `over ${SILENCE_DAYS.unasked} days; a start ${AHEAD}`,
  },
  {
    calls: ["putEfficiencySettings", "putGasFactors"],
    fields: [":fromDate"],
    refused: PLAUSIBLE,
    asked: `a new version over ${FAR_YEARS} years away, before or after today`,
  },
  {
    calls: ["putHeatingSeasons"],
    fields: ["yearStart", "dateStart", "dateStop"],
    refused: "outside 1970–2100, or days outside their season",
    asked: `a new season ${AHEAD}; a past one only concerns its own year`,
  },
  {
    calls: ["addContractProvider", "putContractProvider"],
    fields: ["startDate", "endDate"],
    refused: `${PLAUSIBLE}; an end before the start`,
    asked: `a start ${AHEAD}; contracts last long, so an end never`,
  },
  {
    calls: ["createOccupancy", "putOccupancy"],
    fields: ["from", "to", "consent.givenOn", "consent.withdrawnOn"],
    refused: `${PLAUSIBLE}; an end before the start`,
    asked: `a first day or a consent ${AHEAD}; a last day or a withdrawal never`,
  },
  {
    calls: ["createDisplayMessage", "putDisplayMessage", "createHousingAlert", "putHousingAlert"],
    fields: ["from", "to"],
    refused: `${PLAUSIBLE}; an end before the start`,
    asked: `a first day ${AHEAD}; a last day never: without one, it stays until removed`,
  },
  {
    calls: ["addAnnotation", "putAnnotation"],
    fields: ["from", "to"],
    refused: `${PLAUSIBLE}; over 366 days`,
    asked: `a first day ${AHEAD}`,
  },
  {
    calls: ["putAutoconsumptionInfo"],
    fields: ["startDate"],
    refused: PLAUSIBLE,
    asked: AHEAD,
  },
  {
    calls: ["putConsumerStatus"],
    fields: ["date"],
    refused: PLAUSIBLE,
    asked: AHEAD,
  },
  {
    calls: ["addManualIndex"],
    fields: ["date"],
    refused: TYPED_REFUSED,
    asked: "no day alone: an index that contradicts the other readings of its meter",
  },
  {
    calls: ["addMeterEvent"],
    fields: ["date"],
    refused: TYPED_REFUSED,
    asked: NEVER,
  },
  {
    calls: ["deleteReadings"],
    fields: ["from", "to"],
    refused: "over 10,000 readings between them",
    asked: "never: the page shows the readings first, and they can be restored for 30 days",
  },
  {
    calls: ["addReadingVerdict"],
    fields: ["at"],
    refused: "no reading at that second, or its readings are no longer kept",
    asked: "never: it can be taken back",
  },
  {
    calls: ["importReadings"],
    fields: ["body"],
    refused: "a reading ten minutes ahead, or older than those accepted without acceptOld",
    asked: NEVER,
  },
  {
    calls: ["importGasLines", "importOutdoorDays"],
    fields: ["body"],
    refused: "a line after today",
    asked: NEVER,
  },
  {
    calls: ["putMonthlyDju"],
    fields: ["months.month"],
    refused: PLAUSIBLE,
    asked: "never: it only concerns its own month",
  },
  {
    calls: ["orderConsumptionReports"],
    fields: [":month"],
    refused: "outside 1970–2100",
    asked: "never: it writes no date",
  },
  {
    calls: ["uploadDocument"],
    fields: ["completionDate", "data"],
    refused: `${PLAUSIBLE}; after today`,
    asked: "never: the validator reads it",
  },
  {
    calls: ["putRetention"],
    fields: ["infraDailyYears", "dailyYears", "monthlyYears"],
    refused: "outside 1–5, 2–20 and 3–30 years",
    asked: NEVER,
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
    asked: NEVER,
  },
  {
    calls: ["putAlarmSettings"],
    fields: ["boilerroom-circuit", "building-cmv", "building-skydome", "pilot-threshold"],
    refused: "over 1440 minutes",
    asked: NEVER,
  },
  {
    calls: ["putGateSettings"],
    fields: ["alarmFrom"],
    refused: "over 1000 hours",
    asked: NEVER,
  },
];
