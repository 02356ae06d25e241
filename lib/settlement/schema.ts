/** Schemas of the terms of energy contracts, of indexes, and of settlements. @module */

import * as z from "zod/mini";
import { isIsoDate } from "@/lib/base/civil_dates.ts";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  entitySchemas,
  inOrder,
  named,
  namedObject,
  residenceFields,
  versionedObject,
} from "@/lib/base/object_schemas.ts";
import { binary, fileName } from "@/lib/documents/upload_schema.ts";
import { DJU_CONTRACT_LIMITS, SETTINGS_LIMITS } from "@/lib/facilities/energy_setting_limits.ts";
import { DJU_METHODS } from "@/lib/facilities/degree_days.ts";
import { type BandsFault, bandsFault, sharesGap } from "./bands.ts";

/** Kinds of contract of CCTG 1987. @spec settlement.terms */
export const CONTRACT_KINDS = [
  "MFI",
  "MTI",
  "MCI",
  "CPI",
  "PFI",
  "MF",
  "MT",
  "MC",
  "CP",
  "PF",
] as const;

/** What a kWh of NB, of NC and of the price is. */
export const ENERGY_BASES = ["PCS", "PCI", "useful"] as const;
export const NEUTRAL_MODES = ["deductible", "threshold"] as const;
export const PRICE_BASES = ["consumed", "target", "last"] as const;
export const COEF_ROUNDINGS = ["half", "up"] as const;
const MOST_BANDS = 10;
const MOST_COMPONENTS = 10;
const NAME_MAX_LENGTH = 50;
/** Maximum number of values of indexes of a residence. */
export const MOST_INDEX_VALUES = 2_000;

const band = z.strictObject({
  /** % of the reference, counted from 0; null for the last one. */
  upTo: z.nullable(field.percent),
  /** The operator's share: "1/2", "0.5". */
  operator: z.string().check(z.maxLength(20)),
});

const bands = z.array(band).check(
  z.maxLength(MOST_BANDS),
  // Without « intéressement » nothing is shared.
  ...(["share-outside-0-1", "last-band-bounded", "bands-not-increasing"] as const).map((fault) =>
    z.refine<Parameters<typeof bandsFault>[0]>((all) => all.length === 0 || !is(fault, all), {
      message: fault,
    })
  ),
);

function is(fault: BandsFault, all: Parameters<typeof bandsFault>[0]): boolean {
  return bandsFault(all) === fault;
}

const term = z.strictObject({
  b: field.decimal,
  indexName: field.text(NAME_MAX_LENGTH),
  index0: field.decimal.check(z.refine((text) => Number(text) > 0)),
});

/** A part of the price: revised by indexes, or passed through. */
const component = z.union([
  z.strictObject({
    p0: field.decimal,
    a: field.decimal,
    terms: z.array(term).check(z.maxLength(MOST_COMPONENTS)),
  }),
  z.strictObject({ fixed: field.decimal, label: field.text(NAME_MAX_LENGTH) }),
]);

export type TermsComponent = z.output<typeof component>;

/** Decimals of K and of the prices of a clause. */
const decimalCount = field.integerBetween(2, 8);

/** "10-01" for 1 October; 29 February is of no season. */
const monthDay = z.string().check(z.refine((text) => isIsoDate(`2001-${text}`)));

type Shares = Readonly<Record<"saving" | "excess", readonly unknown[]> & { kind: string }>;

/** Terms of the contract of a boiler room, in force from a day until the next version. @spec settlement.terms */
export type StoredTerms = z.output<typeof energyTerms>;
export type Terms = Omit<StoredTerms, "id" | "version">;
export const { stored: energyTerms, draft: energyTermsDraft } = entitySchemas(
  "EnergyTerms",
  {
    from: field.typedDate,
    /** Last day of the contract, unless a later version begins before; null while it has no end, absent in older terms. */
    to: z.optional(z.nullable(field.typedDate)),
    kind: named("ContractKind", z.enum(CONTRACT_KINDS)),
    /** The contract of documents whose provider in charge operates the boiler room; null for none, absent in older terms. */
    contractId: z.optional(field.idOrNull),
    /** Of the contract, as the landlord names it. */
    reference: field.freeText(200),
    operator: field.text(200),
    energyBasis: z.enum(ENERGY_BASES),
    nbKWh: field.integerBetween(1, 1_000_000_000),
    djuContract: field.numberBetween(1, DJU_CONTRACT_LIMITS.max),
    /** The weather station and the method of DJU that the contract names; "" and null when not known, absent in older terms. */
    djuStation: z.optional(field.freeText(100)),
    djuMethod: z.optional(z.nullable(z.enum(DJU_METHODS))),
    /** Heated area, m², and temperature, °C, for which NB is; null when not known, absent in older terms. */
    areaM2: z.optional(z.nullable(field.numberBetween(1, SETTINGS_LIMITS.area.max))),
    targetTemp: z.optional(
      z.nullable(field.numberBetween(10, 30)),
    ),
    /** First and last day of the season where none is recorded, month and day; null for 1 October and 20 May, absent in older terms. */
    seasonStart: z.optional(z.nullable(monthDay)),
    seasonStop: z.optional(z.nullable(monthDay)),
    /** kWh of the source per m³ of hot water. */
    q: field.numberBetween(0, SETTINGS_LIMITS.q.max),
    saving: bands,
    excess: bands,
    neutralPct: field.numberBetween(0, 100),
    neutralMode: z.enum(NEUTRAL_MODES),
    /** Ceilings before tax, € a season; null without one. */
    bonusHT: z.nullable(field.decimal),
    malusHT: z.nullable(field.decimal),
    priceBasis: z.enum(PRICE_BASES),
    /** Empty: the dated prices of the energy apply, before tax and without subscription. */
    components: z.array(component).check(z.maxLength(MOST_COMPONENTS)),
    coefRounding: z.enum(COEF_ROUNDINGS),
    /** Absent in older terms: 4 and 5. */
    coefDecimals: z.optional(decimalCount),
    priceDecimals: z.optional(decimalCount),
    /** Months from the month of an index to that of the energy it prices. */
    lagMonths: field.integerBetween(0, 24),
    vatPercent: field.percent,
    /** Days of silence that accept a settlement; null when silence accepts nothing. */
    tacitDays: z.nullable(field.integerBetween(1, 365)),
  },
  inOrder("from", "to"),
  ...(["saving", "excess"] as const).map((bands) =>
    z.refine<Shares>((terms) => terms[bands].length > 0 || !sharesGap(terms), { path: [bands] })
  ),
);

export const indexValue = z.strictObject({
  indexName: field.text(NAME_MAX_LENGTH),
  month: field.typedMonth,
  value: field.decimal,
  /** Who published it, and where. */
  origin: field.freeText(200),
  /** null where it is not known, absent in older values. */
  publishedOn: z.optional(z.nullable(field.typedDate)),
});

export type TypedIndexValue = z.output<typeof indexValue>;
const indexValues = z.array(indexValue).check(
  z.maxLength(MOST_INDEX_VALUES),
  z.refine<readonly TypedIndexValue[]>(
    (all) =>
      new Set(all.map(({ indexName, month }) => `${month} ${indexName}`)).size === all.length,
    { message: "unique" },
  ),
);

/** Values of indexes of a residence, as they are typed. @spec settlement.indexes */
export type PriceIndexes = z.output<typeof priceIndexes>;
export const priceIndexes = versionedObject("PriceIndexes", {
  /** Who entered a value: "" for older ones. */
  values: z.array(z.object({ ...indexValue.shape, enteredBy: field.anyText })),
});
export const priceIndexesDraft = draft({ values: indexValues });

/** First and last day. */
export type Days = Readonly<z.output<typeof days>>;
const days = z.object({ from: field.isoDate, to: field.isoDate });

/** A row of a settlement: a month of the season, or a part of it where something changes. */
const settlementRow = z.object({
  ...days.shape,
  /** Valid days, and days of the row. */
  dayCount: field.figure,
  days: field.figure,
  dju: field.figure,
  djuOfSeason: field.figure,
  /** kWh, not rounded. */
  nc: field.figure,
  /** €/kWh before tax; null when it is not known. */
  price: field.anyTextOrNull,
  /** Coefficients K of the revised parts. */
  k: z.array(field.anyText),
  /** The indexes that were used, with who published them; without a formula, the source of the price. */
  indexes: z.array(field.anyText),
  /** What makes NC, in kWh of the contract; null of an energy that the boiler room has not, absent in older rows. */
  sourceKWh: z.optional(field.numberOrNull),
  hotWaterM3: z.optional(field.numberOrNull),
  hotWaterKWh: z.optional(field.numberOrNull),
  solarKWh: z.optional(field.numberOrNull),
  isProvisional: field.flag,
  /** True when its readings are known only for the whole month, which is not cut at the dates of the season. */
  isWholeMonth: field.flag,
});

const slice = z.object({
  kWh: field.figure,
  /** €, cents. */
  value: field.anyText,
  /** As typed: "2/3". */
  share: field.anyText,
  operatorPart: field.anyText,
  landlordPart: field.anyText,
});

export const seasonStatement = namedObject("SeasonStatement", {
  basis: z.enum(["target", "metered"]),
  /** N'B, or NB of a forfait, whole kWh. */
  reference: field.figure,
  nc: field.figure,
  /** Reference − NC: above 0 for a saving, kWh. */
  gap: field.figure,
  /** (NC/reference − 1)·100, one decimal: the sign of the balance; null of a reference of 0. */
  gapPercent: field.numberOrNull,
  /** Neutral zone, whole kWh. */
  neutral: field.figure,
  slices: z.array(slice),
  /** €/kWh before tax, five decimals; null when nobody owes. */
  price: field.anyTextOrNull,
  isProvisional: field.flag,
  /** Sum of the operator's parts, after its ceiling, €. */
  operatorPart: field.anyText,
  landlordPart: field.anyText,
  isCapped: field.flag,
  /** Above 0 the landlord pays, below 0 the operator, €. */
  ht: field.anyText,
  vat: field.anyText,
  ttc: field.anyText,
  payer: z.nullable(z.enum(["landlord", "operator"])),
  /** DJU valid/DJU of the season, %, one decimal. */
  coveragePercent: field.figure,
  /** Under 90 % of coverage both must agree: « estimé ». */
  needsAgreement: field.flag,
  /** « Révision de NB à envisager ». */
  reviewsNb: field.flag,
});

/** Why a season has no statement yet. */
const SETTLEMENT_FAULTS = [
  "no-rows",
  "no-terms",
  "no-price",
  "no-dju",
  "overlapping-terms",
  "overlapping-prices",
  "bands-not-increasing",
  "share-outside-0-1",
  "last-band-bounded",
  "several-terms-of-mfi",
  "energy-basis",
  "forfait-of-part",
  "not-configured",
] as const;

const ownTerms = z.object({ ...z.omit(energyTerms, { version: true, id: true }).shape });

/** What a person entered that makes a statement. */
export const AUTHORED = [
  "terms",
  "price",
  "index",
  "sources",
  "settings",
  "gasFactors",
  "season",
] as const;

export const sheetAuthor = z.object({
  what: z.enum(AUTHORED),
  /** Its first day, or the index with its month and value. */
  name: field.anyText,
  /** Who entered it last: "" where it is not known. */
  by: field.anyText,
});

/** What a season's statement says, with all that it is made of. */
export type StatementSheet = z.output<typeof statementSheet>;
export const statementSheet = namedObject("StatementSheet", {
  landlord: field.anyText,
  residence: field.anyText,
  boilerRoomName: field.anyText,
  ...days.shape,
  /** Whether its contract covers only these days of the season; absent in older statements. */
  isPart: z.optional(field.flag),
  /** Name of the source of the DJU. */
  djuSource: field.anyText,
  /** The terms in force at the end of the season. */
  terms: z.nullable(ownTerms),
  termsFrom: z.array(field.isoDate),
  /** The versions before them that were in force in the season; absent in older statements. */
  earlier: z.optional(z.array(ownTerms)),
  rows: z.array(settlementRow),
  /** Months whose readings are missing. */
  missing: z.array(field.isoMonth),
  /** Who entered what makes it; absent in older statements. */
  authors: z.optional(z.array(sheetAuthor)),
  statement: z.nullable(seasonStatement),
  fault: z.nullable(z.enum(SETTLEMENT_FAULTS)),
  /** NC and N'B of the same months on the balance page, kWh. */
  balance: z.object({ nc: field.numberOrNull, target: field.numberOrNull }),
});

const STATEMENT_STATES = ["sent", "withdrawn", "accepted", "contested", "closed"] as const;

/** An act on a statement: who, when, and what was said; who removed the account is not named. */
export const statementAct = z.object({
  state: z.enum(STATEMENT_STATES),
  at: field.instant,
  by: field.anyText,
  comment: field.anyText,
  /** Of the file of a contest; null for none. */
  fileName: field.anyTextOrNull,
});

/** A statement as it was sent: its sheet never changes. @spec settlement.frozen */
export type Settlement = z.output<typeof settlement>;
export const settlement = versionedObject("Settlement", {
  id: field.id,
  yearStart: field.figure,
  /** From 1; a revised statement and a correction have the next one. */
  number: field.figure,
  state: z.enum(STATEMENT_STATES),
  /** Number of the closed statement that it corrects; null for none. */
  corrects: field.numberOrNull,
  sheet: statementSheet,
  acts: z.array(statementAct),
  /** The document in which it is deposited; null for none. */
  document: z.nullable(z.object({ requestId: field.id, documentId: field.id })),
  hasLink: field.flag,
});

/** The settlement of a season: as it is computed now, and as it was sent. @spec settlement.season */
export type SeasonSettlement = z.output<typeof seasonSettlement>;
export const seasonSettlement = namedObject("SeasonSettlement", {
  yearStart: field.figure,
  /** What each contract covers of the season, by date; several when one ends and another begins in it. */
  parts: z.array(z.object({ ...days.shape, operator: field.anyText })),
  /** The days that no contract covers, by date, until today; none where no contract covers any. */
  uncovered: z.array(days),
  /** Whether the days of the part that was asked for are over. */
  isOver: field.flag,
  /** Of that part, as computed now. */
  draft: statementSheet,
  /** Those of that part, latest first. */
  sent: z.array(settlement),
  /** Whether the draft may be sent now. */
  canSend: field.flag,
});

/** The latest statement of a contract of a boiler room for a season; without one, state null. @spec settlement.table */
export type SettlementLine = z.output<typeof settlementLine>;
export const settlementLine = namedObject("SettlementLine", {
  ...residenceFields,
  boilerRoomId: field.id,
  boilerRoomName: field.anyText,
  /** The days that its contract covers, where it does not cover the season; null where it does. Of no contract: its days. */
  part: z.nullable(days),
  /** False for days that no contract covers: nothing is sent for them. */
  isCovered: field.flag,
  /** Of the contract, as typed: the boiler rooms of one contract have the same. */
  reference: field.anyText,
  state: z.nullable(z.enum(STATEMENT_STATES)),
  operator: field.anyText,
  sentAt: field.instantOrNull,
  gapPercent: field.numberOrNull,
  /** €, cents: above 0 the landlord pays. */
  ht: field.anyTextOrNull,
  vat: field.anyTextOrNull,
  ttc: field.anyTextOrNull,
  payer: z.nullable(z.enum(["landlord", "operator"])),
});

export const sentStatement = namedObject("SentStatement", {
  id: field.id,
  /** Opens the statement to the operator; in this answer only. */
  token: field.anyText,
  /** Number of addresses of the operator to which the link is mailed. */
  mailedCount: field.figure,
});

/** From the boiler room after which an earlier call stopped; null for the first one. */
export const sendingDraft = z.strictObject({ after: field.anyTextOrNull });

/** Progress of the sending of a season's statements. @spec settlement.run */
export type Sending = z.output<typeof sending>;
export const sending = namedObject("Sending", {
  /** Statements sent by this call. */
  sentCount: field.figure,
  /** Boiler rooms read so far, of all. */
  doneCount: field.figure,
  count: field.figure,
  /** The last boiler room that was read; null once all are. */
  after: field.anyTextOrNull,
});

const comment = field.freeText(2_000);
export const statementActDraft = z.strictObject({
  act: z.enum(["withdraw", "accept", "contest", "close", "revoke-link"]),
  comment,
});
export const statementToken = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
});
/** A day of the contract whose part of the season is asked for; the first one when absent. */
export const contractQuery = z.strictObject({ contract: z.optional(field.isoDate) });
/** The same for a statement to send; null for the first one. */
export const sendDraft = z.strictObject({ contract: field.isoDateOrNull });
/** A statement of that contract by its number, or the draft; the latest one, else the draft, when absent. */
export const pdfQuery = z.strictObject({
  ...contractQuery.shape,
  version: z.optional(z.string().check(z.regex(/^(draft|[1-9]\d{0,5})$/))),
});
/** A multipart form. */
export const operatorAnswerDraft = z.strictObject({
  ...statementToken.shape,
  act: z.enum(["accept", "contest"]),
  comment,
  /** The PDF or the photograph of a contest. */
  file: z.optional(binary),
  fileName,
});
