/** Declares the schemas of stock imports, figures of residences, follow-ups, commissioning and letters. @module */

import * as z from "zod/mini";
import { author } from "@/lib/alarms/schema.ts";
import * as field from "@/lib/base/field_schemas.ts";
import { namedObject, pageFields, residenceFields } from "@/lib/base/object_schemas.ts";
import { namesOf, tableOf } from "@/lib/base/records.ts";
import { gapStatus } from "@/lib/energy_balance/schema.ts";
import { roomFigures } from "@/lib/energy_signature/schema.ts";
import { FOLLOWED_LABELS } from "@/lib/residences/text.ts";
import { projectSilence } from "@/lib/series/schema.ts";
import { COMMISSIONING_STEPS } from "./text_commissioning.ts";

/** The action of a line; a refused line changes nothing. */
export const STOCK_ACTIONS = ["create", "change", "same", "refused"] as const;

export const stockLine = namedObject("StockLine", {
  /** Number in the file; the heading is line 1. */
  line: field.figure,
  /** Subject of the line, in a few words: code and name. */
  label: field.anyText,
  action: z.enum(STOCK_ACTIONS),
  /** French sentences: reasons of a refusal, notes. */
  messages: z.array(field.anyText),
  /** Path of the page where what a refused line lacks is added; absent when the file is to be corrected. */
  cure: z.optional(field.anyText),
});

/** A line of the file: its planned action after a dry run, its result after the import. */
export type StockLine = z.output<typeof stockLine>;

const stockState = z.enum(["tried", "running", "done"]);

/** `tried`: nothing written yet; `running`: confirmed, with lines left; `done`: every line was processed. */
export type StockState = z.output<typeof stockState>;

/** Content of a stock file: all of it, each line of a kind of its own, or one kind. @spec stock.workbook */
export const STOCK_KINDS = ["stock", "residences", "dwellings", "equipments"] as const;

export const stockKind = z.enum(STOCK_KINDS);

/** What a line of a stock file adds or changes, in the order in which lines are written. @spec stock.workbook */
export const LINE_KINDS = [
  "residences",
  "equipments",
  "houseTypes",
  "dwellings",
  "series",
  "settings",
] as const;

export type LineKind = typeof LINE_KINDS[number];

export const stockImport = namedObject("StockImport", {
  id: field.id,
  kind: stockKind,
  fileName: field.anyText,
  state: stockState,
  /** Instant of the upload. */
  createdAt: field.instant,
  lineCount: field.figure,
  doneCount: field.figure,
  /** Counts of planned actions; once confirmed, of the results of processed lines. */
  counts: z.object(tableOf(STOCK_ACTIONS, () => field.figure)),
  /** Missing headings; the file then has no line. */
  missingColumns: z.array(field.anyText),
  /** Unknown headings: their cells are ignored. */
  ignoredColumns: z.array(field.anyText),
  /** Names of sheets that say neither by their name nor by a column what their lines are; absent when there are none. */
  ignoredSheets: z.optional(z.array(field.anyText)),
  /** The first refused lines. */
  refused: z.array(stockLine),
  /** When processing may resume; null for immediately. */
  retryAt: field.instantOrNull,
  ...pageFields,
  lines: z.array(stockLine),
});

export type StockImportRead = z.output<typeof stockImport>;

/** An import, without a page of its lines. */
export type StockImport = Omit<StockImportRead, "page" | "pageCount" | "lines">;

export type StockKind = typeof STOCK_KINDS[number];

export type StockAction = typeof STOCK_ACTIONS[number];

/** What a person takes charge of, or puts off. */
export const FOLLOWED_KINDS = namesOf(FOLLOWED_LABELS);

export type FollowedKind = keyof typeof FOLLOWED_LABELS;

/** A person and an instant. */
const signed = { author, at: field.instant };

/** Who took charge of a thing to do, and who put it off. @spec projects.follow-up */
export type FollowUp = z.output<typeof followUp>;
export const followUp = namedObject("FollowUp", {
  projectId: field.id,
  kind: z.enum(FOLLOWED_KINDS),
  /** Id of the alarm, the boiler room or the residence, or number of the delivery point. */
  subjectId: field.id,
  /** null while no one took charge. */
  taken: z.nullable(z.object(signed)),
  /** null while it is not put off; `until` is the day on which it is back. */
  postponed: z.nullable(z.object({ ...signed, until: field.isoDate })),
});

/** An absent field is unchanged. */
export const followUpChange = z.strictObject({
  taken: z.optional(field.flag),
  postponedUntil: z.optional(field.typedDateOrNull),
});

/** A step of bringing a residence into service, with the boiler room in which it is to be done, if any. */
export type CommissioningStep = z.output<typeof commissioningStep>;
export const commissioningStep = namedObject("CommissioningStep", {
  id: z.enum(COMMISSIONING_STEPS),
  isDone: field.flag,
  boilerRoomId: field.idOrNull,
});

/** What lists show of the residences that the caller may read. @spec projects.stored-figures */
export const residencesFigures = namedObject("ResidencesFigures", {
  /** By residence, then by name; null when the caller may read no boiler room. */
  rooms: z.nullable(z.array(roomFigures)),
  /** Residences whose sensors or weather stations stopped or never sent, by name. */
  silences: z.array(projectSilence),
  /** Residences whose figures, never made or outdated by a setting, follow within minutes. */
  waitingCount: field.figure,
});

export type ResidencesFigures = z.output<typeof residencesFigures>;

/** A boiler room over a month and the month before, kWh and %. */
export type LetterLine = z.output<typeof letterLine>;
const letterLine = z.object({
  ...residenceFields,
  boilerRoomId: field.id,
  boilerRoomName: field.anyText,
  /** Whole days that its meters cover. */
  knownDays: field.figure,
  /** What its kWh are. */
  energyBasis: z.enum(["PCS", "PCI", "useful"]),
  ncKwh: field.numberOrNull,
  targetKwh: field.numberOrNull,
  percent: field.numberOrNull,
  status: z.nullable(gapStatus),
  percentBefore: field.numberOrNull,
  statusBefore: z.nullable(gapStatus),
});

/** The monthly letter, for the caller's residences; its sentences are in French. @spec projects.letter */
export type MonthlyLetter = z.output<typeof monthlyLetter>;
export const monthlyLetter = namedObject("MonthlyLetter", {
  month: field.isoMonth,
  /** What is known, the gap, the thresholds; a month that is known too little says so first. */
  sentences: z.array(field.anyText),
  /** From the highest gap. */
  ranking: z.array(letterLine),
  changed: z.array(field.anyText),
  late: z.array(field.anyText),
});

/** Who receives the monthly letter, by address. @spec projects.letter-readers */
export const letterReaders = namedObject("LetterReaders", { emails: z.array(field.anyText) });
export const letterReadersDraft = z.strictObject({ emails: field.emails(200) });
