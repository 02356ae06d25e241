/** Schemas of the energy signature of a boiler room over a heating season. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import { boilerRoomFields, recentGap, twelveMonthsFields } from "@/lib/energy_balance/schema.ts";

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

/** A signature, with how well it describes its days. */
export type FittedSignature = z.output<typeof fitted>;
const fitted = namedObject("FittedSignature", {
  /** Energy of a day that is not heated, kWh/day, and of each kelvin below the balance temperature, kWh/(K·day). */
  baseKwh: field.figure,
  slopeKwhPerK: field.figure,
  /** Outdoor temperature from which nothing is heated, °C. */
  balanceC: field.figure,
  /** Share of the variance that is explained, 0 to 1. */
  r2: field.figure,
  /** Standard deviation of the residuals: as a share of the mean day, and in kWh/day. */
  cvRmse: field.figure,
  residualKwh: field.figure,
  /** Standard error of the slope, kWh/(K·day). */
  slopeError: field.figure,
  /** Mean of the kelvins below the balance temperature, K, and sum of the squared deviations from it, K². */
  meanK: field.figure,
  squaresK2: field.figure,
  /** False when too few days are warmer than the balance temperature to know the base load. */
  baseIdentified: field.flag,
});

export type SignatureFit = z.output<typeof fit>;
const fit = namedObject("SignatureFit", {
  /** "ok", or why a season has no signature to rely on: the first reason that holds. */
  status: z.enum(["tooFewDays", "narrowTemperatures", "noHeating", "tooScattered", "ok"]),
  dayCount: field.figure,
  /** null unless the status is "tooScattered" or "ok". */
  signature: z.nullable(fitted),
});

/** A verdict on a season. */
export type Drift = z.output<typeof drift>;
export const drift = namedObject("Drift", {
  /** "drift" and "drop" from 4 %; "watch" below. */
  verdict: z.enum(["drift", "drop", "watch"]),
  since: field.isoDate,
  /** Day on which the sum of the gaps passed its limit. */
  alarmOn: field.isoDate,
  /** Energy of the judged days since, above what the reference expects: %, and kWh. */
  percent: field.figure,
  lostKwh: field.figure,
  /** Its estimate for the days since that could not be judged, kWh. */
  unjudgedKwh: field.figure,
  /** What would explain it; "undetermined" when two causes do about as well, null with fewer than 30 valid days since. */
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

/** The energy of a whole season, kWh. */
export type Landing = z.output<typeof landing>;
const landing = namedObject("Landing", {
  kwh: field.figure,
  /** Bounds between which it lands 80 times in 100; null with fewer than five past seasons. */
  low: field.numberOrNull,
  high: field.numberOrNull,
});

/** The landing as a day sees it, which is not over. */
export type DatedLanding = z.output<typeof datedLanding>;
const datedLanding = namedObject("SeasonLanding", {
  on: field.isoDate,
  /** Energy of the days before, kWh. */
  doneKwh: field.figure,
  /** Past seasons whose weather is used. */
  seasonCount: field.figure,
  /** The boiler room behaves as the reference from now on; null without a past season. */
  withoutDrift: z.nullable(landing),
  /** The drift goes on; null without a drift. */
  withDrift: z.nullable(landing),
  /** N'B of the whole season: heating alone, kWh; null without contract or DJU. */
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

/** What the lists of residences show of a boiler room: twelve months, season, gap, drift. @spec projects.figures */
export type RoomFigures = z.output<typeof roomFigures>;
export const roomFigures = namedObject("RoomFigures", {
  ...boilerRoomFields,
  ...twelveMonthsFields,
  /** Over the last thirty days; null when too few can be compared. */
  gap: z.nullable(recentGap),
  /** Whether a drift is sought: there is a season to compare with. */
  isDriftSought: field.flag,
  /** The verdict on the running season; null when nothing is found. */
  drift: z.nullable(drift),
});

/** The days of a heating season, its signature and its drift against a season before. @spec signature.drift */
export type EnergySignature = z.output<typeof energySignature>;
export type SeasonDay = z.output<typeof seasonDay>;
