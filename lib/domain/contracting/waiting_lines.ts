import { type FileMatch, matchedFiles, type MatchReason } from "./file_match.ts";
import type { DepositTarget, WaitingFile, WaitingFiles } from "./types.ts";

/** Documents that a line offers, those that fit best. */
const MOST_CHOICES = 30;

/** Stands for no document: the file is removed. */
export const DISCARD = "none";

export const lineField = {
  document: (fileId: string) => `document.${fileId}`,
  date: (fileId: string) => `date.${fileId}`,
  value: (fileId: string, valueId: string) => `value.${fileId}.${valueId}`,
};

/** Names a document among those of all landlords. */
export function targetKey({ orgId, requestId, documentId }: DepositTarget): string {
  return [orgId, requestId, documentId].join("/");
}

/** A file that waits, with the documents it may be deposited for. */
export interface WaitingLine {
  readonly file: WaitingFile;
  /** Why a document is proposed; empty when none is. */
  readonly reasons: readonly MatchReason[];
  readonly choices: readonly DepositTarget[];
  /** {@link targetKey} of the one that is chosen, {@link DISCARD}, or "". */
  readonly chosen: string;
  /** The one that is chosen; null for none. */
  readonly target: DepositTarget | null;
}

/**
 * The lines of the files that wait, each with what was typed or else with the document that its name fits. A copy of another
 * file is proposed for none.
 *
 * @param typed by field
 * @spec deposits.matched
 */
export function waitingLines(
  { files, documents }: WaitingFiles,
  typed: Readonly<Record<string, string>>,
): WaitingLine[] {
  const waiting = files.filter(({ outcome }) => outcome === null);
  const matches = matchedFiles(waiting.filter(({ sameAs }) => sameAs === null), documents);
  return waiting.map((file) => {
    const { target, reasons, ranked } = matches.get(file.id) ?? { ...UNMATCHED, ranked: documents };
    const initial = file.sameAs !== null ? DISCARD : target === null ? "" : targetKey(target);
    const chosen = typed[lineField.document(file.id)] ?? initial;
    const shown = documents.find((one) => targetKey(one) === chosen) ?? null;
    const best = file.isWhole ? ranked.slice(0, MOST_CHOICES) : [];
    const choices = shown === null || best.includes(shown) ? best : [shown, ...best];
    return { file, reasons, choices, chosen, target: shown };
  });
}

const UNMATCHED: Pick<FileMatch, "target" | "reasons"> = { target: null, reasons: [] };
