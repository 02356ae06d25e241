/** Proposes the document of each waiting file by its name and dates. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { plainText } from "@/lib/ui/search.ts";
import type { DepositTarget, WaitingFile, WaitingFiles } from "./upload_schema.ts";

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

/** The days, months and years in the words of a file name. */
interface NamedDates {
  /** As the beginnings of civil days: "2026", "2026-03", "2026-03-01". */
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

/** The dates in some words, separated by spaces. @spec deposits.matched */
export function namedDates(text: string): NamedDates {
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

/** Points of a deadline: more for its day than for its month or its year. */
function dateScore({ named }: NamedDates, deadline: IsoDate): number {
  if (named.has(deadline)) return 3;
  if (named.has(deadline.slice(0, 7))) return 2;
  return named.has(deadline.slice(0, 4)) ? 1 : 0;
}

/** The attributes of a document that a file name may contain. */
const MATCH_REASONS = ["number", "type", "residence", "equipment", "contract", "date"] as const;

export type MatchReason = typeof MATCH_REASONS[number];

/** Result of matching a file. */
interface FileMatch {
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
  const subjects = subjectsOf(targets);
  const scored = files.map(({ id, name }) => ({ id, scores: scoresOf(name, subjects) }));
  const best = scored.map(({ id, scores }) => ({ id, scores, score: bestScore(scores) }));
  return new Map(best.map(({ id, scores, score }) => {
    const isRivalled = score !== null &&
      best.some((other) =>
        other.id !== id && other.score?.target === score.target && other.score.score >= score.score
      );
    const found = isRivalled ? null : score;
    return [id, {
      target: found?.target ?? null,
      reasons: found === null ? [] : MATCH_REASONS.filter((reason) => found.points[reason] > 0),
      ranked: scores.map(({ target }) => target),
    }];
  }));
}

interface Score {
  readonly target: DepositTarget;
  readonly score: number;
  /** Score without the date. */
  readonly subject: number;
  readonly points: Points;
}

type Points = Readonly<Record<MatchReason, number>>;

/** Scores of the documents, best first; equal ones stay in the order of the subjects. */
function scoresOf(name: string, subjects: readonly Subject[]): Score[] {
  const words = wordsOf(name.replace(/\.pdf$/i, ""));
  const dates = namedDates(words.join(" "));
  const parts = { text: ` ${words.join(" ")} `, words: new Set(words), dates };
  return subjects.map((subject) => scoreOf(subject, parts)).sort((a, b) => b.score - a.score);
}

function bestScore([first, second]: readonly Score[]): Score | null {
  if (first === undefined || first.score < LEAST_SCORE || first.subject < LEAST_SUBJECT) {
    return null;
  }
  return second?.score === first.score ? null : first;
}

interface FileNameParts {
  /** Words of the file name, each between two spaces. */
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly dates: NamedDates;
}

/** A document with its names and codes in the form in which file names are searched for them. */
interface Subject {
  readonly target: DepositTarget;
  readonly type: WordForms;
  readonly project: WordForms;
  readonly equipment: WordForms;
  readonly projectCode: Phrase;
  readonly equipmentCode: Phrase;
  readonly contractCode: Phrase;
  /** Either of them is the number of the document. */
  readonly numbers: readonly Phrase[];
  readonly request: Phrase;
}

/** Some words between two spaces; "" for none. */
type Phrase = string;

/** The forms of each word that identifies a name. */
type WordForms = readonly (readonly string[])[];

/** The documents by deadline; a name of many documents is prepared once. */
function subjectsOf(targets: readonly DepositTarget[]): Subject[] {
  const [telling, code] = [remembered(tellingOf), remembered(codeOf)];
  const subjects = targets.map((target) => ({
    target,
    type: telling(target.typedocName),
    project: telling(target.projectName),
    equipment: telling(target.equipmentName),
    projectCode: code(target.projectCode),
    equipmentCode: code(target.equipmentCode),
    contractCode: code(target.contractCode),
    numbers: numbersOf(target),
    request: target.requestId.length > 3 ? phraseOf(target.requestId) : "",
  }));
  return subjects.sort(({ target: a }, { target: b }) =>
    byText(a.deadline, b.deadline) || byText(a.documentId, b.documentId)
  );
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function remembered<Prepared>(prepare: (text: string) => Prepared): (text: string) => Prepared {
  const known = new Map<string, Prepared>();
  return (text) => known.getOrInsertComputed(text, prepare);
}

function scoreOf(subject: Subject, parts: FileNameParts): Score {
  const points = pointsOf(subject, parts);
  const { number, type, residence, equipment, contract, date } = points;
  const subjectScore = number + type + residence + equipment + contract;
  return { target: subject.target, points, score: subjectScore + date, subject: subjectScore };
}

function pointsOf(subject: Subject, { text, words, dates }: FileNameParts): Points {
  const { type, project, equipment } = subject;
  // A numeric code must not match part of a date.
  const codeScore = (code: Phrase) => isSaid(dates.rest, code) ? 3 : 0;
  return {
    number: numberScore(subject, text),
    type: nameScore(words, type, { whole: 4, half: 2 }),
    residence: Math.max(
      codeScore(subject.projectCode),
      nameScore(words, project, { whole: 3, half: 0 }),
    ),
    equipment: Math.max(
      codeScore(subject.equipmentCode),
      nameScore(words, equipment, { whole: 2, half: 0 }),
    ),
    contract: codeScore(subject.contractCode) * 2 / 3,
    date: dateScore(dates, subject.target.deadline),
  };
}

/** The number of a document is its request's number, a dot and its own number; either part is enough. */
function numbersOf({ documentId, requestId }: DepositTarget): Phrase[] {
  const own = documentId.startsWith(`${requestId}.`)
    ? documentId.slice(requestId.length + 1)
    : documentId;
  return [phraseOf(documentId), ...own.length > 3 ? [phraseOf(own)] : []];
}

function numberScore({ numbers, request }: Subject, text: string): number {
  if (numbers.some((number) => isSaid(text, number))) return 12;
  return isSaid(text, request) ? 4 : 0;
}

function codeOf(code: string): Phrase {
  return code.length > 1 ? phraseOf(code) : "";
}

function tellingOf(name: string): WordForms {
  const words = wordsOf(name);
  const telling = words.filter((word) => word.length > 2 && !SMALL_WORDS.has(word));
  return (telling.length > 0 ? telling : words).map(formsOf);
}

/** A word in the singular and in the plural. */
function formsOf(word: string): string[] {
  const single = word.length > 3 ? word.replace(/[sx]$/, "") : word;
  return [single, `${single}s`, `${single}x`];
}

/** Longer names score higher. */
function nameScore(
  words: ReadonlySet<string>,
  wanted: WordForms,
  { whole, half }: { whole: number; half: number },
) {
  const found = wanted.filter((forms) => forms.some((form) => words.has(form))).length;
  if (found === 0) return 0;
  if (found === wanted.length) return whole + Math.min(found - 1, 3) / 4;
  const isHalf = half > 0 && 2 * found >= wanted.length;
  return isHalf ? Math.min(half + found - 1, whole - 0.5) : 0;
}

function isSaid(text: string, phrase: Phrase): boolean {
  return phrase !== "" && text.includes(phrase);
}

function phraseOf(text: string): Phrase {
  const words = wordsOf(text);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

function wordsOf(text: string): string[] {
  return plainText([text]).split(/[^a-z0-9]+/).filter(Boolean);
}

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
  const pending = files.filter(({ outcome }) => outcome === null);
  const byKey = new Map(documents.map((one) => [targetKey(one), one]));
  const matches = matchedFiles(pending.filter(({ sameAs }) => sameAs === null), documents);
  return pending.map((file) => {
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
