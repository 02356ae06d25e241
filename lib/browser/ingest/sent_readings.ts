import { codeOfStatus, overHttp, RequestError } from "@/lib/client/over_http.ts";
import type { RequestOptions } from "@/lib/client/request.ts";
import type { CallPath } from "@/lib/contract/call_paths.ts";
import { FILE_CONTENTS, ON_CONFLICT, STAMPS } from "@/lib/domain/series/csv_content.ts";
import { decimalOfParts, fileParts, ownQuery, withPart } from "@/lib/domain/series/csv_parts.ts";
import type { ReadingsImport } from "@/lib/domain/series/types.ts";
import { fileText, textFault } from "@/lib/domain/tables/file_text.ts";
import { errorText } from "@/lib/text/errors.ts";
import { TEXT_FAULT_MESSAGES } from "@/lib/text/series/imports.ts";

/** Result of sending a file. */
export type SentReadings =
  | { kind: "done"; report: ReadingsImport; isDry: boolean }
  /** `report` covers the parts before the refused one; null when the first part was refused. */
  | { kind: "failed"; message: string; report: ReadingsImport | null; isDry: boolean };

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

/** Sends the file with the fields of the form; stops at the first part that fails. */
export async function sendReadings(
  file: File,
  form: FormData,
  { projectId, path, signal, onShare, options }: Sending,
): Promise<SentReadings> {
  const isDry = form.get("intent") === "try";
  const ask = overHttp({ importReadings: path }, {
    ...options,
    headers: { "content-type": "text/csv" },
    timeoutMs: PART.timeoutMs,
    signal,
  });
  const text = await textOf(file);
  let report: ReadingsImport | null = null;
  const failed = (message: string): SentReadings => ({ kind: "failed", message, report, isDry });
  if (text === null) return failed(errorText("bad-file"));
  const fault = textFault(text);
  if (fault !== null) return failed(`${TEXT_FAULT_MESSAGES[fault]}.`);
  const query = { projectId, ...queryOf(form, isDry), decimal: decimalOfParts(text) };
  for (const part of fileParts(text, PART.characters)) {
    const input = { ...query, body: part.text, ...ownQuery(part) };
    try {
      const result = await ask("importReadings", input);
      if (!result.ok) return failed(errorText(result.code));
      report = withPart(report, result.answer, part.linesBefore);
    } catch (error) {
      if (signal.aborted) return failed(`L’envoi est arrêté. ${restText(isDry)}`);
      if (!(error instanceof RequestError)) throw error;
      const { status } = error;
      const fault = status === 0
        ? "La connexion s’est interrompue."
        : errorText(codeOfStatus(status));
      return failed(`${fault} ${restText(isDry)}`);
    }
    onShare(part.share);
  }
  return report === null ? failed(errorText("bad-file")) : { kind: "done", report, isDry };
}

/** What was saved before the failure, and how to continue. */
function restText(isDry: boolean): string {
  return isDry
    ? "Rien n’a été enregistré."
    : "Ce qui a été envoyé est enregistré\u00A0: importez de nouveau le fichier pour continuer.";
}

function queryOf(form: FormData, isDry: boolean) {
  const series = String(form.get("series") ?? "");
  return {
    dryRun: flagOf(isDry),
    acceptOld: flagOf(form.has("acceptOld")),
    restoreDeleted: flagOf(form.has("restoreDeleted")),
    content: FILE_CONTENTS.find((one) => one === form.get("kind")),
    stamp: STAMPS.find((one) => one === form.get("stamp")),
    onConflict: ON_CONFLICT.find((one) => one === form.get("onConflict")),
    ...(series !== "" && { series }),
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
