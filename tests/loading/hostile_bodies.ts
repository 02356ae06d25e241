/** Hostile bodies, every endpoint that reads one, and its right answer to each. @module */
import { deflateSync, gzipSync } from "node:zlib";
import { readConfig } from "@/fresh.config.ts";
import type { Call } from "@/lib/api/call.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { allRoutes, DEMO_PLACE, pathOf, type Place, type Route } from "@/tests/tools/routes.ts";

/** The content encoding of a body. */
type Encoding = "gzip" | "br" | null;

/** A body and its content encoding. */
export interface HostileBody {
  readonly kind: HostileKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: Encoding;
}

/** Declared content types of the bodies. */
export const CONTENT_TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "application/json",
  "text/plain",
  "text/csv",
  "application/octet-stream",
] as const;
export type ContentType = typeof CONTENT_TYPES[number];

const PART_HEAD = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n';
/** Inflated size of the bombs: beyond what any endpoint reads, so that inflating must stop. */
const BOMB_BYTES = 40 * 1_024 * 1_024;

/** @param size that the endpoint still reads. @param longest what it reads at most. */
type Make = (size: number, longest: number) => string | Uint8Array<ArrayBuffer>;

const KINDS = {
  "nothing": [null, () => ""],
  "too long": [null, (_, longest) => "x".repeat(longest + 1)],
  "deep": [null, (size) => "[".repeat(size)],
  "deep objects": [null, (size) => filled('{"a":', size)],
  "wide form": [null, (size) => filled("a&", size)],
  "wide list": [null, (size) => `[${filled("0,", size - 3)}0]`],
  "many lines": [null, (size) => filled("a a=1\n", size)],
  "many bad lines": [null, (size) => filled("a\n", size)],
  "many sources": [null, (size) => sources(size)],
  "many columns": [null, (size) => ";".repeat(size)],
  "many parts": [null, (size) => filled(`${PART_HEAD}\r\n`, size - 5) + "--b--"],
  "long head of a part": [null, (size) => `--b\r\nx: ${"y".repeat(size - 24)}\r\n\r\n\r\n--b--`],
  "long key": [null, (size) => `{"${"k".repeat(size - 6)}":1}`],
  "long name": [null, (size) => `${"n".repeat(size - 12)},t=1 value=1`],
  "bad UTF-8": [null, (size) => new Uint8Array(size).fill(0xe9)],
  "bomb of fields": ["gzip", () => bomb("a&")],
  "bomb of lines": ["gzip", () => bomb("a a=1\n")],
  "bomb in a bomb": ["gzip", () => new Uint8Array(gzipSync(bomb("a")))],
  "zlib bomb": [null, () => new Uint8Array(deflateSync("a".repeat(BOMB_BYTES)))],
  "no gzip": ["gzip", () => "plain"],
  "brotli": ["br", () => "plain"],
} as const satisfies Readonly<Record<string, readonly [Encoding, Make]>>;

type HostileKind = keyof typeof KINDS;

/**
 * Most bodies are no longer, even where an endpoint reads more: a round sends tens of thousands of
 * them.
 */
const MOST_BYTES = 2 * 1_024 * 1_024;

/**
 * All bodies for an endpoint.
 * @param longest what it reads at most, bytes: all are that short but the one that is too long
 */
export function hostileBodies(longest: number): readonly HostileBody[] {
  const known = bodiesBySize.get(longest) ?? made(Math.min(longest, MOST_BYTES), longest);
  bodiesBySize.set(longest, known);
  return known;
}

const bodiesBySize = new Map<number, readonly HostileBody[]>();
const encoder = new TextEncoder();

function made(size: number, longest: number): readonly HostileBody[] {
  const kinds: readonly (readonly [string, readonly [Encoding, Make]])[] = Object.entries(KINDS);
  return kinds.map(([kind, [encoding, make]]) => {
    const content = make(size, longest);
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    return { kind: kindNamed(kind), bytes, encoding };
  });
}

function kindNamed(name: string): HostileKind {
  const isKind = (one: string): one is HostileKind => one in KINDS;
  if (!isKind(name)) throw new TypeError(`No kind ${name}`);
  return name;
}

function filled(part: string, size: number): string {
  return part.repeat(Math.floor(size / part.length));
}

function sources(size: number): string {
  const lines: string[] = [];
  for (let length = 0, at = 0; length < size - 32; at++) {
    const line = `m,s=${at} v=1\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join("");
}

const bombs = new Map<string, Uint8Array<ArrayBuffer>>();

function bomb(part: string): Uint8Array<ArrayBuffer> {
  const known = bombs.get(part) ?? new Uint8Array(gzipSync(filled(part, BOMB_BYTES)));
  bombs.set(part, known);
  return known;
}

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

/** A page with a file reads longer bodies in parts only: a form without parts is as short as elsewhere. */
function filePageAnswers(type: ContentType): Answers {
  return type === FORM
    ? { nothing: "as nothing", "zlib bomb": "as nothing", others: 413 }
    : { ...pageAnswers(type), "too long": 400 };
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

/** An endpoint, how it reads a body, and the headers that open it. */
export interface HostileEndpoint {
  readonly family: "collector" | "call" | "page";
  readonly method: string;
  readonly path: string;
  /** How the body of a sender with a key is read. */
  readonly reads: BodyReader;
  /** How an anonymous body is read, before authentication; null when it is not read. */
  readonly readsAnybody: BodyReader | null;
}

/**
 * The collectors' endpoints: their pattern, the query that changes how a body is read, how it is
 * read with a key, and without.
 */
const COLLECTORS: readonly (readonly [RegExp, string, BodyReader, BodyReader | null])[] = [
  [/^\/ping$/, "", "nothing", "nothing"],
  [/^\/query$/, "", "query", "query"],
  [/^\/api\/v2\/write$|^\/write$/, "", "lines", null],
  [/^\/input\/(?:post|bulk)/, "", "inputs", "inputs of anybody"],
  [/^\/input\/bulk/, "?cb=1", "zipped inputs", null],
  [/^\/input\/bulk/, "?c=1", "hexadecimal inputs", "hexadecimal of anybody"],
  [/^\/chirpstack$/, "?event=up", "event", null],
  [/^\/things-stack$/, "", "event", null],
  [/^\/gateway\/reports$/, "", "event", null],
];
/** Queries that calls require before they read a body. */
const QUERIES: Readonly<Record<string, string>> = { createStockImport: "?kind=dwellings" };
/** Calls whose body is a file of lines. */
const FILES: Readonly<Record<string, BodyReader>> = {
  createStockImport: "stock",
  importReadings: "readings",
  importOutdoorDays: "days",
  importGasLines: "gas",
  importEnergyPrices: "stock",
};
const WITH_FILE =
  /\/outdoor-sources\/:|\/sensors\/readings$|\/consumption-reports\/settings$|^\/home(?:\/gas)?\/import$/;
const PLACE: Place = { ...DEMO_PLACE, outdoorSourceId: "p01-meteo" };
/** These end the session used for the others. */
const ENDS_SESSION = /logout/;

/** All endpoints: collectors' routes, calls with a body, pages with a form. */
export async function hostileEndpoints(): Promise<HostileEndpoint[]> {
  const routes = (await allRoutes()).filter(({ methods, pattern }) =>
    methods.includes("POST") && !ENDS_SESSION.test(pattern)
  );
  const isCollector = ({ file }: Route) => file.startsWith("(ingest)");
  const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
  return [
    ...routes.filter(isCollector).flatMap(collectorEndpoints),
    ...routes.filter((route) => !isCollector(route)).map(pageEndpoint),
    ...calls.filter(([, { body, path }]) => body !== undefined && !ENDS_SESSION.test(path))
      .map(([name, call]) => callEndpoint(name, call)),
  ];
}

function collectorEndpoints(route: Route): HostileEndpoint[] {
  const endpoints = COLLECTORS.filter(([pattern]) => pattern.test(route.pattern));
  if (endpoints.length === 0) throw new Error(`How does ${route.pattern} read a body?`);
  return endpoints.map(([, query, reads, readsAnybody]) => ({
    family: "collector",
    method: "POST",
    path: pathOf(route) + query,
    reads,
    readsAnybody,
  }));
}

function pageEndpoint(route: Route): HostileEndpoint {
  const reads = WITH_FILE.test(route.pattern) ? "page with a file" : "page";
  return { family: "page", method: "POST", path: pathOf(route), reads, readsAnybody: reads };
}

function callEndpoint(name: string, call: Call): HostileEndpoint {
  const filled = call.path.replace(/:(\w+)/g, (_, parameter: string) => PLACE[parameter] ?? "none");
  const isPublic = call.access.any.includes("public");
  const reads = callReader(name, call, isPublic);
  return {
    family: "call",
    method: call.method,
    path: `/api${filled}${QUERIES[name] ?? ""}`,
    reads,
    readsAnybody: isPublic ? reads : null,
  };
}

function callReader(name: string, { bodyKind = "json" }: Call, isPublic: boolean): BodyReader {
  if (bodyKind === "form") return "small form";
  if (bodyKind === "json") return isPublic ? "small json" : "json";
  return FILES[name] ?? "closed";
}
