/** Schemas of the energy signature of a boiler room over a heating season. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import { boilerRoomFields, recentGap, twelveMonthsFields } from "@/lib/energy_balance/schema.ts";
import type { Drift } from "./drift.ts";
import type { DatedLanding, Landing } from "./landing.ts";
import type { FittedSignature, SignatureFit, SignatureStatus } from "./signature.ts";

/** Why a day of the season is not used; the first reason that holds. @spec signature.days */
const EXCLUSIONS = [
  "no-energy",
  "no-temperature",
  "incomplete",
  "estimated",
  "doubtful",
  "no-consumption",
] as const;

export type Exclusion = typeof EXCLUSIONS[number];

const STATUSES = [
  "tooFewDays",
  "narrowTemperatures",
  "noHeating",
  "tooScattered",
  "ok",
] as const satisfies readonly SignatureStatus[];

const fitted: z.ZodMiniType<FittedSignature> = namedObject("FittedSignature", {
  baseKwh: field.figure,
  slopeKwhPerK: field.figure,
  balanceC: field.figure,
  r2: field.figure,
  cvRmse: field.figure,
  residualKwh: field.figure,
  slopeError: field.figure,
  meanK: field.figure,
  squaresK2: field.figure,
  baseIdentified: field.flag,
});

const fit: z.ZodMiniType<SignatureFit> = namedObject("SignatureFit", {
  status: z.enum(STATUSES),
  dayCount: field.figure,
  signature: z.nullable(fitted),
});

export const drift: z.ZodMiniType<Drift> = namedObject("Drift", {
  verdict: z.enum(["drift", "drop", "watch"]),
  since: field.isoDate,
  alarmOn: field.isoDate,
  percent: field.figure,
  lostKwh: field.figure,
  unjudgedKwh: field.figure,
  hint: z.nullable(z.enum(["base", "slope", "balance", "undetermined"])),
});

const seasonDay = namedObject("SignatureDay", {
  date: field.isoDate,
  /** Mean outdoor temperature, °C. */
  outdoorC: field.numberOrNull,
  /** Energy of the source, kWh. */
  energyKwh: field.numberOrNull,
  /** null for a day that is used. */
  exclusion: z.nullable(z.enum(EXCLUSIONS)),
  /** Energy that the reference season's signature expects of the day, kWh; null when it is unknown. */
  expectedKwh: field.numberOrNull,
  /** Sums of the gaps above and below what varies by chance; null for a day that is not judged. */
  up: field.numberOrNull,
  down: field.numberOrNull,
});

/** The season to compare with; the latest that can be relied on when absent. */
export const signatureQuery: z.ZodMiniType<{ reference?: string | undefined }> = z.strictObject({
  reference: z.optional(z.string().check(z.regex(/^\d{4}$/))),
});

/** What makes a season before no reference: the meter, the contract, or works that a person says change it. */
const signatureChange = namedObject("SignatureChange", {
  kind: z.enum(["meter", "contract", "works"]),
  date: field.isoDate,
  /** Words of the person; "" for a meter and a contract. */
  text: field.anyText,
  author: field.anyText,
});

export type SignatureChange = z.output<typeof signatureChange>;

const earlierSeason = namedObject("EarlierSeason", {
  yearStart: field.figure,
  fit,
  /** The first change since, for which the season is no reference; null without one. */
  change: z.nullable(signatureChange),
});

/** A verdict that a person closed: the search restarts on that day. @spec signature.closing */
const closing = namedObject("DriftClosing", {
  date: field.isoDate,
  text: field.anyText,
  /** E-mail of the person; "" once the account was removed. */
  author: field.anyText,
  /** What was found until that day; null when nothing was. */
  drift: z.nullable(drift),
});

export type DriftClosing = z.output<typeof closing>;

const landing: z.ZodMiniType<Landing> = namedObject("Landing", {
  kwh: field.figure,
  low: field.numberOrNull,
  high: field.numberOrNull,
});

const datedLanding: z.ZodMiniType<DatedLanding> = namedObject("SeasonLanding", {
  on: field.isoDate,
  doneKwh: field.figure,
  seasonCount: field.figure,
  withoutDrift: z.nullable(landing),
  withDrift: z.nullable(landing),
  targetKwh: field.numberOrNull,
});

export const energySignature = namedObject("EnergySignature", {
  boilerRoomName: field.anyText,
  /** Year in which the season starts. */
  yearStart: field.figure,
  from: field.isoDate,
  to: field.isoDate,
  /** null until the source and the outdoor temperatures of the boiler room are set. */
  fit: z.nullable(fit),
  /** Complete seasons before, the latest first. */
  earlier: z.array(earlierSeason),
  /** Year of the season it is compared with; null when there is none to rely on. */
  reference: field.numberOrNull,
  days: z.array(seasonDay),
  /** Sum of gaps from which the season drifts; null without a reference. */
  limit: field.numberOrNull,
  /** The verdict since the last closing; null while nothing is found. */
  drift: z.nullable(drift),
  /** In order. */
  closings: z.array(closing),
  /** As each Monday of the season saw it, and the day after the last one that is over; none without a reference. */
  landings: z.array(datedLanding),
  /** Whether the nights since the drift are not set back any more, where hours are read. */
  setBackLost: field.flag,
});

const roomFiguresFields = {
  ...boilerRoomFields,
  ...twelveMonthsFields,
  /** Over the last thirty days; null when too few can be compared. */
  gap: z.nullable(recentGap),
  /** Whether a drift is sought: there is a season to compare with. */
  isDriftSought: field.flag,
  /** The verdict on the running season; null when nothing is found. */
  drift: z.nullable(drift),
};

/** What the lists of residences show of a boiler room: twelve months, season, gap, drift. @spec projects.figures */
export const roomFigures = namedObject("RoomFigures", roomFiguresFields);

export type RoomFigures = z.output<typeof roomFigures>;

/** The days of a heating season, its signature and its drift against a season before. @spec signature.drift */
export type EnergySignature = z.output<typeof energySignature>;
export type SeasonDay = z.output<typeof seasonDay>;
