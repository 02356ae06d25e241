import { type FileMatch, matchedFiles, type MatchReason } from "./file_match.ts";
import type { DepositTarget, WaitingFile, WaitingFiles } from "./types.ts";

/** Maximum number of documents offered by a line, best matches first. */
const MOST_CHOICES = 30;

/** Choice that removes the file instead of depositing it. */
export const DISCARD = "none";

export const lineField = {
  document: (fileId: string) => `document.${fileId}`,
  date: (fileId: string) => `date.${fileId}`,
  value: (fileId: string, valueId: string) => `value.${fileId}.${valueId}`,
};

/** Key of a document, unique among all landlords. */
export function targetKey({ orgId, requestId, documentId }: DepositTarget): string {
  return [orgId, requestId, documentId].join("/");
}

/** A waiting file, with the documents it may be deposited for. */
export interface WaitingLine {
  readonly file: WaitingFile;
  /** Why a document is proposed; empty when none is. */
  readonly reasons: readonly MatchReason[];
  readonly choices: readonly DepositTarget[];
  /** {@link targetKey} of the chosen document, {@link DISCARD}, or "". */
  readonly chosen: string;
  /** The chosen document; null for none. */
  readonly target: DepositTarget | null;
}

/**
 * The lines of the waiting files, each with the submitted choice or, by default, the document that matches its name. No
 * document is proposed for a copy of another file.
 *
 * @param typed submitted values by field name
 * @spec deposits.matched
 */
export function waitingLines(
  { files, documents }: WaitingFiles,
  typed: Readonly<Record<string, string>>,
): WaitingLine[] {
  const waiting = files.filter(({ outcome }) => outcome === null);
  const byKey = new Map(documents.map((one) => [targetKey(one), one]));
  const matches = matchedFiles(waiting.filter(({ sameAs }) => sameAs === null), documents);
  return waiting.map((file) => {
    const { target, reasons, ranked } = matches.get(file.id) ?? { ...UNMATCHED, ranked: documents };
    const initial = file.sameAs !== null ? DISCARD : target === null ? "" : targetKey(target);
    const chosen = typed[lineField.document(file.id)] ?? initial;
    const shown = byKey.get(chosen) ?? null;
    const best = file.isWhole ? ranked.slice(0, MOST_CHOICES) : [];
    const choices = shown === null || best.includes(shown) ? best : [shown, ...best];
    return { file, reasons, choices, chosen, target: shown };
  });
}

const UNMATCHED: Pick<FileMatch, "target" | "reasons"> = { target: null, reasons: [] };
