/** Cuts a large file of readings into parts, and sends them from the browser. @module */

import { overHttp } from "@/lib/api/client.ts";
import type { CallPath } from "@/lib/api/routing.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { fileText, TEXT_FAULT_MESSAGES, textFault } from "@/lib/files/file_text.ts";
import { codeOfStatus, RequestError, type RequestOptions } from "@/lib/ui/requests.ts";
import type { Input, SERIES_CALLS } from "./calls.ts";
import { chosenQuery, type ColumnSample, columnSample, sampleAsRead } from "./column_sample.ts";
import { findHeading, headingAt, headingIn, headingPart } from "./file_formats.ts";
import {
  type DecimalMark,
  ERRORS_SHOWN,
  FALLS_SHOWN,
  FILE_CONTENTS,
  FIRST_READINGS_SHOWN,
  ON_CONFLICT,
  STAMPS,
} from "./readings_file_options.ts";
import type { ReadingsImport } from "./schema.ts";

/** Approximate characters of context on each side of a part: registers are judged against their neighbours. */
export const EDGE = 50_000;

/** A part of a file, readable alone: the heading, its own lines, and some lines of context around them. */
interface FilePart {
  readonly text: string;
  /** Lines of the file before the first line of the text, without the heading. */
  readonly linesBefore: number;
  /** Position of the part's own lines in the text: number of lines before them, and their count. */
  readonly own: { readonly before: number; readonly count: number };
  /** Position of its end in the file, 0 to 1. */
  readonly share: number;
}

/**
 * Cuts a file between lines into parts of about `size` characters, each with the heading.
 *
 * @param size characters, over 0
 * @param edge approximate characters of context on each side of a part
 * @param line line of a heading that the user chose; null for the recognised one
 */
export function* fileParts(
  text: string,
  size: number,
  edge = EDGE,
  line: number | null = null,
): Generator<FilePart> {
  const head = headOf(text, line);
  if (head === "") {
    return yield { text, linesBefore: 0, own: { before: 0, count: linesIn(text) }, share: 1 };
  }
  let linesBefore = 0;
  for (let from = head.length; from < text.length;) {
    const to = lineEnd(text, from + size);
    const begin = Math.max(head.length, text.lastIndexOf("\n", from - 1 - edge) + 1);
    const before = linesIn(text.slice(begin, from));
    const count = linesIn(text.slice(from, to));
    const end = to < text.length ? lineEnd(text, to + edge) : to;
    yield {
      text: head + text.slice(begin, end),
      linesBefore: linesBefore - before,
      own: { before, count },
      share: to / text.length,
    };
    linesBefore += count;
    from = to;
  }
}

/** A cell with a comma decimal number. */
const COMMA_NUMBER = /(?:^|[;\t])[ "]*[+-]?\d[\d \u00A0\u202F]*,\d+[ "]*(?=[;\t\r\n]|$)/m;

/**
 * The decimal mark of all parts of a file, although a part may not show it: in a part without a comma, the thousands
 * point of « 1.234 » would be read as a decimal point.
 *
 * @spec imports.csv-detection
 * @returns undefined when each part may detect it
 */
export function decimalOfParts(text: string): DecimalMark | undefined {
  return COMMA_NUMBER.test(text) ? "," : undefined;
}

/** Query parameters that identify the part's own lines. */
export function ownQuery({ own: { before, count } }: FilePart) {
  return { linesBefore: String(before), lines: String(count) };
}

/** The end of the line that contains the character before a position. */
function lineEnd(text: string, at: number): number {
  const near = text.indexOf("\n", Math.min(at, text.length) - 1);
  return near === -1 ? text.length : near + 1;
}

/** Number of lines of a text, whether or not the last line is terminated. */
function linesIn(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/**
 * The heading, with the lines above it; the first line when none is known. "" when no line follows. Scans each character
 * once.
 */
function headOf(text: string, line: number | null): string {
  const from = text.search(/\S/);
  if (from === -1 || !text.includes("\n", from)) return "";
  const heading = line === null ? headingIn(text, findHeading) : headingAt(text, line);
  return text.slice(0, heading?.end ?? text.indexOf("\n", from) + 1);
}

/** Adds the results of a file's part. @param before total of the parts already imported; null when there is none */
export function withPart(
  before: ReadingsImport | null,
  part: ReadingsImport,
  linesBefore: number,
): ReadingsImport {
  const errors = part.errors.map((error) => ({ ...error, line: error.line + linesBefore }));
  const repeatedHourLines = part.repeatedHourLines.map((line) => line + linesBefore);
  const firstReadings = part.firstReadings.map((one) => ({ ...one, line: one.line + linesBefore }));
  if (before === null) return { ...part, firstReadings, repeatedHourLines, errors };
  return {
    format: before.format,
    recognizedFormat: before.recognizedFormat,
    columns: before.columns,
    remembered: before.remembered,
    proposedTimeZone: before.proposedTimeZone ?? part.proposedTimeZone,
    firstReadings: [...before.firstReadings, ...firstReadings].slice(0, FIRST_READINGS_SHOWN),
    lineCount: before.lineCount + part.lineCount,
    insertedCount: before.insertedCount + part.insertedCount,
    replacedCount: before.replacedCount + part.replacedCount,
    unchangedCount: before.unchangedCount + part.unchangedCount,
    ignoredCount: before.ignoredCount + part.ignoredCount,
    refusedCount: before.refusedCount + part.refusedCount,
    readingCount: before.readingCount + part.readingCount,
    repeatedHourCount: before.repeatedHourCount + part.repeatedHourCount,
    repeatedHourLines: [...before.repeatedHourLines, ...repeatedHourLines].slice(0, ERRORS_SHOWN),
    expiring: expiringOf(before.expiring, part.expiring),
    deletedCount: before.deletedCount + part.deletedCount,
    meterEventCount: before.meterEventCount + part.meterEventCount,
    fallCount: before.fallCount + part.fallCount,
    falls: [...before.falls, ...part.falls].slice(0, FALLS_SHOWN),
    uncountedCount: before.uncountedCount + part.uncountedCount,
    uncounted: [...before.uncounted, ...part.uncounted].slice(0, FALLS_SHOWN),
    conversions: [
      ...before.conversions,
      ...part.conversions.filter(({ series, from }) =>
        !before.conversions.some((one) => one.series === series && one.from === from)
      ),
    ],
    isFiled: before.isFiled && part.isFiled,
    errors: [...before.errors, ...errors].slice(0, ERRORS_SHOWN),
  };
}

function expiringOf(
  before: ReadingsImport["expiring"],
  part: ReadingsImport["expiring"],
): ReadingsImport["expiring"] {
  if (before === null || part === null) return before ?? part;
  return { ...part, readingCount: before.readingCount + part.readingCount };
}

/** Result of sending a file. */
export type SentReadings =
  & (
    | { kind: "done"; report: ReadingsImport; isDry: boolean }
    /** `report` covers the parts before the refused one; null when the first part was refused. */
    | { kind: "failed"; message: string; report: ReadingsImport | null; isDry: boolean }
  )
  /** The columns of the file, to choose what they contain; null without any. */
  & { sample: ColumnSample | null };

interface Sending {
  projectId: string;
  path: CallPath;
  signal: AbortSignal;
  onShare(share: number): void;
  /** How requests are sent, in tests. */
  options?: Pick<RequestOptions, "fetch" | "base">;
}

/**
 * Size of a part, characters: about one second of work for the server; and its time limit, ms: longer than it takes at
 * the slowest pace at which the server reads a file.
 *
 * @spec imports.pace
 */
export const PART = { characters: 1_000_000, timeoutMs: 90_000 } as const;

/** Sends the file with the fields of the form; stops at the first part that fails. @spec imports.column-choice */
export async function sendReadings(
  file: File,
  form: FormData,
  { projectId, path, signal, onShare, options }: Sending,
): Promise<SentReadings> {
  const isDry = form.get("intent") === "try";
  const ask = overHttp<Pick<typeof SERIES_CALLS, "importReadings">>({ importReadings: path }, {
    ...options,
    headers: { "content-type": "text/csv" },
    timeoutMs: PART.timeoutMs,
    signal,
  });
  const text = await textOf(file);
  let report: ReadingsImport | null = null;
  const typed = (name: string) => String(form.get(name) ?? "");
  let sample: ColumnSample | null = null;
  const failed = (message: string): SentReadings => {
    return { kind: "failed", message, report, isDry, sample };
  };
  if (text === null) return failed(errorText("bad-file"));
  const fault = textFault(text);
  if (fault !== null) return failed(`${TEXT_FAULT_MESSAGES[fault]}.`);
  sample = columnSample(text, typed);
  const query = { projectId, ...queryOf(form, isDry), decimal: decimalOfParts(text) };
  /** The answer to a part, or why there is none. */
  const answered = async (input: Input<"importReadings">): Promise<ReadingsImport | string> => {
    try {
      const result = await ask("importReadings", input);
      if (result.ok) return result.answer;
      return result.issues?.[0]?.message ?? errorText(result.code);
    } catch (error) {
      if (signal.aborted) return `L’envoi est arrêté. ${restText(isDry)}`;
      if (!(error instanceof RequestError)) throw error;
      const { status } = error;
      const fault = status === 0
        ? "La connexion s’est interrompue."
        : errorText(codeOfStatus(status));
      return `${fault} ${restText(isDry)}`;
    }
  };
  let chosen = chosenQuery(text, typed);
  if (chosen.columns === undefined) {
    // Parts are cut after the heading, which a remembered choice may find elsewhere.
    const first = await answered({ ...query, dryRun: "true", body: headingPart(text) });
    if (typeof first === "string") return failed(first);
    const { remembered } = first;
    if (remembered) chosen = { columns: remembered.columns, heading: String(remembered.line) };
  }
  const line = chosen.heading === undefined ? null : Number(chosen.heading);
  for (const part of fileParts(text, PART.characters, EDGE, line)) {
    const answer = await answered({ ...query, ...chosen, body: part.text, ...ownQuery(part) });
    if (typeof answer === "string") return failed(answer);
    report = withPart(report, answer, part.linesBefore);
    onShare(part.share);
  }
  if (report === null) return failed(errorText("bad-file"));
  return { kind: "done", report, isDry, sample: sampleAsRead(text, typed, report) };
}

/** What was saved before the failure, and how to continue. */
function restText(isDry: boolean): string {
  return isDry
    ? "Rien n’a été enregistré."
    : "Ce qui a été envoyé est enregistré\u00A0: importez de nouveau le fichier pour continuer.";
}

function queryOf(form: FormData, isDry: boolean) {
  const series = String(form.get("series") ?? "");
  const timeZone = String(form.get("timeZone") ?? "");
  return {
    dryRun: flagOf(isDry),
    acceptOld: flagOf(form.has("acceptOld")),
    restoreDeleted: flagOf(form.has("restoreDeleted")),
    content: FILE_CONTENTS.find((one) => one === form.get("kind")),
    stamp: STAMPS.find((one) => one === form.get("stamp")),
    onConflict: ON_CONFLICT.find((one) => one === form.get("onConflict")),
    ...(series !== "" && { series }),
    ...(timeZone !== "" && { timeZone }),
  };
}

function flagOf(isSet: boolean): "true" | "false" {
  return isSet ? "true" : "false";
}

/** First bytes of gzip, by which the server knows it too. */
const GZIP = [0x1f, 0x8b];

/** Text of a file, decompressed when it is gzip; null when it begins like gzip but cannot be decompressed. */
async function textOf(file: File): Promise<string | null> {
  try {
    const head = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
    const stream = GZIP.every((byte, at) => head[at] === byte)
      ? file.stream().pipeThrough(new DecompressionStream("gzip"))
      : file.stream();
    return fileText(await new Response(stream).bytes());
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
