import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { plainText } from "@/lib/domain/tables/search.ts";
import type { DepositTarget } from "./types.ts";

/** The attributes of a document that a file name may contain. */
export type MatchReason = "number" | "type" | "residence" | "equipment" | "contract" | "date";

/** Result of matching a file. */
export interface FileMatch {
  /** The best match; null when no document matches well enough, or two match equally. */
  readonly target: DepositTarget | null;
  /** Why the target matches. */
  readonly reasons: readonly MatchReason[];
  /** All documents, best match first; equal matches are in the order of their deadlines. */
  readonly ranked: readonly DepositTarget[];
}

/** Minimum score of a match. */
const LEAST_SCORE = 3;
/** Minimum score of a match without its date. */
const LEAST_SUBJECT = 2;

const SMALL_WORDS = new Set([
  "residence",
  "les",
  "des",
  "une",
  "aux",
  "sur",
  "par",
  "pour",
  "avec",
  "dans",
]);

const MONTHS = [
  "janvier",
  "fevrier",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "aout",
  "septembre",
  "octobre",
  "novembre",
  "decembre",
];

/**
 * Matches files to awaited documents by their names.
 *
 * The document number counts most, then the type, residence, equipment, contract and deadline. Nothing is guessed: a
 * file that matches two documents equally gets none, nor do two files that match one document equally.
 *
 * @spec deposits.matched
 */
export function matchedFiles<File extends { readonly id: string; readonly name: string }>(
  files: readonly File[],
  targets: readonly DepositTarget[],
): ReadonlyMap<string, FileMatch> {
  const scored = files.map(({ id, name }) => ({ id, scores: scoresOf(name, targets) }));
  const best = scored.map(({ id, scores }) => ({ id, scores, score: bestScore(scores) }));
  return new Map(best.map(({ id, scores, score }) => {
    const isRivalled = score !== null &&
      best.some((other) =>
        other.id !== id && other.score?.target === score.target && other.score.score >= score.score
      );
    const found = isRivalled ? null : score;
    return [id, {
      target: found?.target ?? null,
      reasons: found?.reasons ?? [],
      ranked: scores.map(({ target }) => target),
    }];
  }));
}

interface Score {
  readonly target: DepositTarget;
  readonly score: number;
  /** Score without the date. */
  readonly subject: number;
  readonly reasons: readonly MatchReason[];
}

/** Scores of the documents, best first. */
function scoresOf(name: string, targets: readonly DepositTarget[]): Score[] {
  const words = wordsOf(name.replace(/\.pdf$/i, ""));
  const dates = datesOf(words.join(" "));
  const said = { text: ` ${words.join(" ")} `, dates };
  return targets.map((target) => scoreOf(target, said))
    .sort((a, b) =>
      b.score - a.score || a.target.deadline.localeCompare(b.target.deadline) ||
      a.target.documentId.localeCompare(b.target.documentId)
    );
}

function bestScore([first, second]: readonly Score[]): Score | null {
  if (first === undefined || first.score < LEAST_SCORE || first.subject < LEAST_SUBJECT) {
    return null;
  }
  return second?.score === first.score ? null : first;
}

interface Said {
  /** Words of the file name, each between two spaces. */
  readonly text: string;
  readonly dates: Dates;
}

function scoreOf(target: DepositTarget, { text, dates }: Said): Score {
  const { typedocName, projectName, projectCode, equipmentName, equipmentCode } = target;
  // A numeric code must not match part of a date.
  const codes = dates.rest;
  const scores: readonly (readonly [MatchReason, number])[] = [
    ["number", numberScore(target, text)],
    ["type", nameScore(text, typedocName, { whole: 4, half: 2 })],
    [
      "residence",
      Math.max(codeScore(codes, projectCode), nameScore(text, projectName, { whole: 3, half: 0 })),
    ],
    [
      "equipment",
      Math.max(
        codeScore(codes, equipmentCode),
        nameScore(text, equipmentName, { whole: 2, half: 0 }),
      ),
    ],
    ["contract", codeScore(codes, target.contractCode) * 2 / 3],
    ["date", dateScore(dates, target.deadline)],
  ];
  const sum = (some: typeof scores) => sumBy(some, ([, score]) => score);
  const subject = sum(scores.filter(([reason]) => reason !== "date"));
  const reasons = scores.flatMap(([reason, score]) => score > 0 ? [reason] : []);
  return { target, score: sum(scores), subject, reasons };
}

/** The number of a document is its request's number, a dot and its own number; either part is enough. */
function numberScore({ documentId, requestId }: DepositTarget, text: string): number {
  const own = documentId.startsWith(`${requestId}.`)
    ? documentId.slice(requestId.length + 1)
    : documentId;
  if (says(text, documentId) || (own.length > 3 && says(text, own))) return 12;
  return requestId.length > 3 && says(text, requestId) ? 4 : 0;
}

function codeScore(text: string, code: string): number {
  return code.length > 1 && says(text, code) ? 3 : 0;
}

/** Longer names score higher. */
function nameScore(text: string, name: string, { whole, half }: { whole: number; half: number }) {
  const words = wordsOf(name);
  const telling = words.filter((word) => word.length > 2 && !SMALL_WORDS.has(word));
  const wanted = telling.length > 0 ? telling : words;
  const found = wanted.filter((word) => saysWord(text, word)).length;
  if (found === 0) return 0;
  if (found === wanted.length) return whole + Math.min(found - 1, 3) / 4;
  const isHalf = half > 0 && 2 * found >= wanted.length;
  return isHalf ? Math.min(half + found - 1, whole - 0.5) : 0;
}

function saysWord(text: string, word: string): boolean {
  const single = word.length > 3 ? word.replace(/[sx]$/, "") : word;
  return [single, `${single}s`, `${single}x`].some((form) => text.includes(` ${form} `));
}

function says(text: string, words: string): boolean {
  const wanted = wordsOf(words);
  return wanted.length > 0 && text.includes(` ${wanted.join(" ")} `);
}

function wordsOf(text: string): string[] {
  return plainText([text]).split(/[^a-z0-9]+/).filter(Boolean);
}

/** The days, months and years in a text, as the beginnings of civil days. */
interface Dates {
  readonly named: ReadonlySet<string>;
  /** The text without its whole dates, each word between two spaces. */
  readonly rest: string;
}

const DATE_FORMS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/\b(20\d\d) ?([01]\d) ?([0-3]\d)\b/g, (_, year, month, day) => `${year}-${month}-${day}`],
  [/\b([0-3]\d) ?([01]\d) ?(20\d\d)\b/g, (_, day, month, year) => `${year}-${month}-${day}`],
  [/\b(20\d\d) ([01]\d)\b/g, (_, year, month) => `${year}-${month}`],
  [/\b([01]\d) (20\d\d)\b/g, (_, month, year) => `${year}-${month}`],
  [
    new RegExp(`\\b(${MONTHS.join("|")}) (20\\d\\d)\\b`, "g"),
    (_, month = "", year) => `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}`,
  ],
];

function datesOf(text: string): Dates {
  const named = new Set(text.match(/\b20\d\d\b/g) ?? []);
  let rest = text;
  for (const [form, dateOf] of DATE_FORMS) {
    rest = rest.replace(form, (...parts) => {
      const date = dateOf(...parts);
      for (const length of [4, 7, 10]) named.add(date.slice(0, length));
      return "";
    });
  }
  return { named, rest: ` ${rest} ` };
}

function dateScore({ named }: Dates, deadline: string): number {
  if (named.has(deadline)) return 3;
  if (named.has(deadline.slice(0, 7))) return 2;
  return named.has(deadline.slice(0, 4)) ? 1 : 0;
}
