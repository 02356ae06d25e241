/** The right answer of each endpoint to each kind of hostile body. @module */
import { readConfig } from "@/fresh.config.ts";
import { CONTENT_TYPES, type ContentType, type HostileKind } from "./bodies.ts";

const KIB = 1_024;
const MIB = 1_024 * KIB;
/** The longest body that the front reads, bytes. */
export const FRONT: number = readConfig({}).maxBodyBytes;

/** A status, or that of the same endpoint for an empty body. */
type Answer = number | "as nothing";

type Answers = Readonly<Partial<Record<HostileKind, Answer>>> & {
  /** For the other kinds. */
  readonly others: Answer;
};

interface BodyRules {
  readonly type: ContentType;
  /** The longest body that is read, bytes. */
  readonly maxBytes: number;
  readonly answersTo: (type: ContentType) => Answers;
}

const [FORM, MULTIPART, JSON_TYPE, PLAIN, CSV, BYTES] = CONTENT_TYPES;

const INFLATED = {
  "too long": 413,
  "bomb of fields": 413,
  "bomb of lines": 413,
  "brotli": 415,
} as const;
/** Endpoints that do not inflate: forms, which no browser compresses. */
const NOT_INFLATED = {
  "bomb of fields": 415,
  "bomb of lines": 415,
  "bomb in a bomb": 415,
  "no gzip": 415,
  "brotli": 415,
} as const;
const REFUSED = { ...INFLATED, others: 400 } as const;
/** A file with a line, or with a number of cells or lines, beyond the limit. */
const REFUSED_FILE = {
  ...REFUSED,
  "deep": 413,
  "wide form": 413,
  "wide list": 413,
  "many bad lines": 413,
  "many columns": 413,
  "long head of a part": 413,
  "long name": 413,
  "bad UTF-8": 413,
  "bomb in a bomb": 413,
  "zlib bomb": 413,
} as const;
/** A file that is not CSV is answered with the line of the first error. */
const REPORTED_FILE = {
  ...REFUSED_FILE,
  "deep objects": 200,
  "many parts": 200,
  "long key": 200,
} as const;

/** Collectors' endpoints ignore the content type. */
function collectors(maxBytes: number, answers: Answers): BodyRules {
  return { type: FORM, maxBytes, answersTo: () => answers };
}

/** Calls check the content type before they read. */
function calls(
  maxBytes: number,
  types: readonly [ContentType, ...ContentType[]],
  answers: Answers,
): BodyRules {
  const [type] = types;
  // The front refuses bodies that no endpoint reads, before the content type is checked.
  const others = { ...maxBytes === FRONT && { "too long": 413 }, others: 415 } as const;
  const answersTo = (sent: ContentType) => types.includes(sent) ? answers : others;
  return { type, maxBytes, answersTo };
}

/**
 * Pages accept the two content types of forms; one without the fields of the page is answered like
 * an empty body.
 */
function pages(maxBytes: number, answersTo: (type: ContentType) => Answers): BodyRules {
  return { type: FORM, maxBytes, answersTo: (type) => ({ ...answersTo(type), ...NOT_INFLATED }) };
}

function pageAnswers(type: ContentType): Answers {
  const tooLong = { "too long": 413 };
  if (type === FORM) return { ...tooLong, "wide form": 413, others: "as nothing" };
  return type === MULTIPART
    ? { ...tooLong, "many parts": 413, others: 400 }
    : { ...tooLong, others: 400 };
}

/** A page with a file reads longer bodies, of which a form without a file is the shortest part. */
function filePageAnswers(type: ContentType): Answers {
  return type === FORM ? pageAnswers(type) : { ...pageAnswers(type), "too long": 400 };
}

/** Emoncms reports errors in the inputs of a request with a success status. */
const INPUTS = {
  ...REFUSED,
  "wide form": 400,
  "bad UTF-8": 400,
  "bomb in a bomb": 400,
  "zlib bomb": 400,
  "no gzip": 400,
  others: 200,
} as const;
const FILE_TYPES = [PLAIN, CSV, BYTES] as const;

const BODY_READERS = {
  nothing: collectors(MIB, { others: 204 }),
  query: collectors(64 * KIB, REFUSED),
  lines: collectors(8 * MIB, {
    ...REFUSED,
    "nothing": 204,
    "many lines": 204,
    "many sources": 204,
  }),
  inputs: collectors(4 * MIB, INPUTS),
  "zipped inputs": collectors(4 * MIB, { ...REFUSED, "zlib bomb": 413 }),
  "hexadecimal inputs": collectors(4 * MIB, REFUSED),
  "inputs of anybody": collectors(64 * KIB, { ...INPUTS, others: 401 }),
  "hexadecimal of anybody": collectors(64 * KIB, REFUSED),
  event: collectors(MIB, REFUSED),
  json: calls(MIB, [JSON_TYPE], REFUSED),
  "small json": calls(64 * KIB, [JSON_TYPE], REFUSED),
  "small form": calls(64 * KIB, [FORM], { ...REFUSED, "wide form": 413 }),
  stock: calls(FRONT, FILE_TYPES, { ...REFUSED_FILE, "many lines": 413, "many sources": 413 }),
  readings: calls(FRONT, FILE_TYPES, REPORTED_FILE),
  days: calls(FRONT, FILE_TYPES, REPORTED_FILE),
  // Nothing of a file without the heading of a gas file is read on.
  gas: calls(FRONT, FILE_TYPES, REFUSED),
  page: pages(256 * KIB, pageAnswers),
  "page with a file": pages(MIB, filePageAnswers),
  /** Refused with this key for any body. */
  closed: collectors(MIB, { others: "as nothing" }),
} as const satisfies Readonly<Record<string, BodyRules>>;

export type BodyReader = keyof typeof BODY_READERS;

/** The longest body read this way, bytes. */
export function longestRead(reading: BodyReader): number {
  return BODY_READERS[reading].maxBytes;
}

export function typeRead(reading: BodyReader): ContentType {
  return BODY_READERS[reading].type;
}

/**
 * The only right status. @param asNothing the status of the same endpoint for an empty body of the
 * same type
 */
export function rightStatus(
  reading: BodyReader,
  { kind, type, asNothing }: { kind: HostileKind; type: ContentType; asNothing: number },
): number {
  const answers = BODY_READERS[reading].answersTo(type);
  const answer = answers[kind] ?? answers.others;
  return answer === "as nothing" ? asNothing : answer;
}
