/** Parses the input of a call: path, query and body. @module */

import { en } from "zod/locales";
import * as z from "zod/mini";
import { isIsoDate, isIsoMonth } from "@/lib/base/civil_dates.ts";
import { described, email, id, isId, isoDate, typedDate } from "@/lib/base/field_schemas.ts";
import { memoOf } from "@/lib/base/memo.ts";
import { readInstantSegment } from "@/lib/base/period_instants.ts";
import { readRangeSegment } from "@/lib/base/period_paths.ts";
import { FIRST_YEAR, isYear, LAST_YEAR, PERIOD_TYPES } from "@/lib/base/periods.ts";
import { PCE } from "@/lib/base/typed_formats.ts";
import { sourceKey } from "@/lib/timeseries/schema.ts";
import type { Call, Catalogue, InputIssue, InputOf, NamedCall } from "./call.ts";
import { parameterNames } from "./routing.ts";

/**
 * The fields that a read answers and the PUT of the same thing does not take, as its id or the author of its last change:
 * what was read may be sent back whole.
 *
 * @spec calls.round-trip
 */
const answeredFields = memoOf((calls: Catalogue) =>
  memoOf((call: NamedCall): ReadonlySet<string> => {
    const { method, body } = call;
    const bodyFields = fieldsOf(elementOf(body));
    const read = method === "PUT" && bodyFields.size > 0 ? readOf(call, calls) : null;
    const found = body instanceof z.ZodMiniArray ? listIn(read?.answer, bodyFields) : read?.answer;
    return fieldsOf(elementOf(found)).difference(bodyFields);
  })
);

/** The read of what a PUT changes: that of its path, or the list that contains it; null when there is none. */
export function readOf({ path }: Call, calls: Catalogue): Call | null {
  const list = path.replace(/\/:\w+$/, "");
  const reads = Object.values(calls).filter(({ method }) => method === "GET");
  return reads.find((one) => one.path === path) ??
    reads.find((one) => one.path === list && one.answer instanceof z.ZodMiniArray) ?? null;
}

/** The list of an answer whose elements have all the fields of those of a body. */
function listIn(answer: unknown, bodyFields: ReadonlySet<string>): unknown {
  if (!(answer instanceof z.ZodMiniObject)) return undefined;
  return Object.values(answer.def.shape).find((one) =>
    one instanceof z.ZodMiniArray && bodyFields.isSubsetOf(fieldsOf(one.def.element))
  );
}

function elementOf(schema: unknown): unknown {
  return schema instanceof z.ZodMiniArray ? schema.def.element : schema;
}

function fieldsOf(schema: unknown): Set<string> {
  if (schema instanceof z.ZodMiniNullable) return fieldsOf(schema.def.innerType);
  return new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []);
}

interface Parameter {
  /** One phrase for the API document. */
  description: string;
  schema: z.ZodMiniType<string>;
  /** Schema of a value that a user typed, for the calls with a body; `schema` when omitted. */
  typed?: z.ZodMiniType<string>;
  /** Refusal of an invalid value; 'invalid-input' when omitted. */
  refusal?: "bad-period";
}

/** Descriptions of the ids whose names are not enough. */
const THINGS: Readonly<Record<string, string>> = {
  actionId: "Action on many documents",
  alertId: "Alert message to tenants",
  annotatedId: "Facility series or boiler room",
  anonymousGroupId: "Group of dwellings",
  circuitId: "Heating circuit",
  cmvId: "Ventilation unit",
  consumerId: "Consumer of collective self-consumption",
  contactId: "Contact of the information screen",
  contractProviderId: "Provider in charge of a contract between two days",
  deviceId: "Heat pump, solar panels or vehicle charger",
  errorCodeId: "Error-code reader",
  eventId: "Replacement or reset of a meter",
  fileId: "File that waits for its document",
  gateId: "Door or gate",
  houseId: "Dwelling",
  houseTypeId: "Kind of dwelling",
  importId: "Import of a landlord's stock",
  indexId: "Meter index typed by hand",
  messageId: "Message of the information screen",
  muteId: "Works during which alarms are muted",
  occupancyId: "Occupancy of a dwelling",
  orgId: "Organisation",
  producerId: "Generator of collective self-consumption",
  projectId: "Residence",
  requestId: "Document request",
  skydomeId: "Roof light",
  subjectId: "Alarm, boiler room, residence or gas delivery point that someone follows",
  tagId: "Tag group",
  typedocId: "Kind of document",
  valueId: "Tag value",
};

/** The parameters of paths that are not ids. */
const OTHERS: Readonly<Record<string, Parameter>> = {
  series: { description: "Data series", schema: id },
  kind: {
    description: "What someone follows: alarm, boiler-room, silence or gas-consent",
    schema: id,
  },
  pce: {
    description: "Gas delivery point: 14 digits, or GI and 6 digits",
    schema: z.string().check(z.regex(PCE)),
  },
  source: { description: "Key of a collector's source", schema: sourceKey },
  email: { description: "E-mail address", schema: email },
  fromDate: {
    description: "Civil day from which it is in force, 2024-07-15",
    schema: isoDate,
    typed: typedDate,
  },
  date: paddedPeriod("Civil day, 2024-07-15", (text) => isIsoDate(text) && isInYears(text), {
    format: "date",
  }),
  month: paddedPeriod("Month, 2024-07", (text) => isIsoMonth(text) && isInYears(text), {
    pattern: "^\\d{4}-\\d{1,2}$",
  }),
  year: {
    description: `Year, ${FIRST_YEAR} to ${LAST_YEAR}`,
    schema: z.string().check(z.regex(/^\d{4}$/), z.refine((text) => isYear(Number(text)))),
    refusal: "bad-period",
  },
  instant: period(
    "Slot: 2024-07, 2024-W07, 2024-07-15, 2024-07-15T08, 2024-07-15T08:05; 2026-10-25T02+01:00 at a time that comes twice",
    (text) => readInstantSegment(text) !== null,
    {
      pattern:
        "^\\d{4}-(W\\d{1,2}|\\d{1,2}(-\\d{1,2}(T\\d{1,2}(:\\d{1,2})?([+-][01]\\d:[0-5]\\d)?)?)?)$",
    },
  ),
  segment: period(
    "Range: monthly-2024, monthly-shifted-2024, daily-2024-07, hourly-2024-07-15…",
    (text) => readRangeSegment(text) !== null,
    { pattern: `^(${PERIOD_TYPES.join("|")})-\\d{4}(-\\d{1,2}){0,2}$` },
  ),
};

/** A day, a month, a slot or a range. @param shown what the document says of its text */
function period(
  description: string,
  isOne: (text: string) => boolean,
  shown: Parameters<typeof described>[1],
): Parameter {
  const schema = described(z.string().check(z.refine(isOne)), shown);
  return { description, schema, refusal: "bad-period" };
}

/** The same, of a text whose numbers may lack their leading zero: it is padded first. @spec periods.addresses */
function paddedPeriod(...[description, isOne, shown]: Parameters<typeof period>): Parameter {
  const padding = z.overwrite<string>((text) => text.replace(/-(\d)(?!\d)/g, "-0$1"));
  const schema = described(z.string().check(padding, z.refine(isOne)), shown);
  return { description, schema, refusal: "bad-period" };
}

/** The parameters of the paths of calls, ids first, sorted by name; each name has a single meaning. */
export function parametersOf(calls: Catalogue): Readonly<Record<string, Parameter>> {
  const names = new Set(Object.values(calls).flatMap(({ path }) => parameterNames(path)));
  const ids = [...names].filter((name) => name.endsWith("Id")).toSorted();
  return { ...Object.fromEntries(ids.map((name) => [name, idParameter(name)])), ...OTHERS };
}

/** The parameter of a path with this name; undefined when no path may have it. */
export function parameterNamed(name: string): Parameter | undefined {
  return OTHERS[name] ?? (name.endsWith("Id") ? idParameter(name) : undefined);
}

function idParameter(name: string): Parameter {
  return { description: THINGS[name] ?? nounOf(name), schema: id };
}

/** "boilerRoomId" is the id of a "Boiler room". */
function nounOf(name: string): string {
  const words = name.slice(0, -2).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether the year of a day or a month is within the years of periods. */
function isInYears(text: string): boolean {
  return isYear(Number(text.slice(0, 4)));
}

type ParsedInput<C extends NamedCall> =
  | { readonly ok: true; readonly input: InputOf<C> }
  | {
    readonly ok: false;
    readonly code: "invalid-input" | "bad-period";
    readonly issues: readonly InputIssue[];
  };

/**
 * Parses the whole input of a call: path parameters and query parameters by name, and `body`.
 *
 * Unknown members are refused, never silently dropped, except those that the read of the same thing answers.
 *
 * @spec calls.inputs
 * @param input raw input: `{ orgId, year, closed, body }`
 * @param calls every call: among them is the read of the same thing
 */
export function parseInput<C extends NamedCall>(
  call: C,
  input: Readonly<Record<string, unknown>>,
  calls: Catalogue,
): ParsedInput<C> {
  const { body } = input;
  const issues: InputIssue[] = [];
  const parsed: Record<string, unknown> = {};
  let isBadPeriod = false;
  for (const [key, { schema, refusal }] of parametersOfCall(call)) {
    const one = parsedBy(schema, input[key], key, issues);
    if (one === WRONG && refusal === "bad-period") isBadPeriod = true;
    parsed[key] = one;
  }
  // Deleting the others from a copy would make it a dictionary, which V8 reads slowly.
  const rest = Object.fromEntries(
    Object.entries(input).filter(([key]) => key !== "body" && !Object.hasOwn(parsed, key)),
  );
  parseQuery(call, rest, parsed, issues);
  const unreadable = unreadableAt(rest, "query") ??
    (isFile(call) ? null : unreadableAt(body, "body"));
  if (unreadable !== null) {
    issues.push({ path: unreadable, message: "NUL, half a character, or nested too deep" });
  } else if (call.body) {
    parsed.body = parsedBy(
      call.body,
      typedBody(body, () => answeredFields(calls)(call)),
      "body",
      issues,
    );
  } else if (body !== undefined) issues.push({ path: "body", message: "No body is expected" });
  if (issues.length > 0) {
    return { ok: false, code: isBadPeriod ? "bad-period" : "invalid-input", issues };
  }
  // Each part was parsed by its own schema: together they form the input of the call.
  return { ok: true, input: parsed as InputOf<C> };
}

/** A body without the fields that only the answer of its read has. */
function typedBody(body: unknown, answerFields: () => ReadonlySet<string>): unknown {
  if (Array.isArray(body)) {
    return body.map((one) => Array.isArray(one) ? one : typedBody(one, answerFields));
  }
  if (typeof body !== "object" || body === null) return body;
  const fields = answerFields();
  if (!Object.keys(body).some((field) => fields.has(field))) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.has(field)));
}

// Errors are in English, for API callers; pages show the French message of the field.
z.config(en());

/** The content of a file is validated line by line by its own parser. */
function isFile({ bodyKind }: Call): boolean {
  return bodyKind === "text" || bodyKind === "bytes";
}

const WRONG = Symbol("wrong");

function parseQuery(
  call: Call,
  input: Readonly<Record<string, unknown>>,
  parsed: Record<string, unknown>,
  issues: InputIssue[],
): void {
  if (call.query) {
    const query = parsedBy(call.query, input, "", issues);
    if (query !== WRONG) Object.assign(parsed, query);
    return;
  }
  for (const key of Object.keys(input)) issues.push({ path: key, message: "Not a parameter" });
}

function parsedBy(
  schema: z.ZodMiniType,
  value: unknown,
  at: string,
  issues: InputIssue[],
): unknown {
  if (schema === id && isId(value)) return value;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const path = [at, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    issues.push({ path, message: issue.message });
  }
  return WRONG;
}

/** The parameters of the path of a call, by name. */
const parametersOfCall = memoOf((call: NamedCall): readonly (readonly [string, Parameter])[] =>
  parameterNames(call.path).flatMap((key) => {
    const parameter = parameterNamed(key);
    return parameter ? [[key, parameterOf(call, parameter)] as const] : [];
  })
);

/** A parameter of a call; what a call with a body stores is typed, and what another reads or deletes is already there. */
function parameterOf({ body }: Call, { typed, ...parameter }: Parameter): Parameter {
  return body && typed ? { ...parameter, schema: typed } : parameter;
}

/** Deepest nesting of an input: forms and calls are flat, and deeper input could exhaust the stack. */
const MAX_DEPTH = 32;

/**
 * Finds the first part of an input that stores, files or mails cannot preserve: a NUL, an unpaired surrogate, or too
 * deep nesting.
 *
 * @param value parsed JSON, form or query
 * @returns its path, "body.location.city"; null when there is none
 */
export function unreadableAt(value: unknown, at: string): string | null {
  const pending: { path: string; value: unknown; depth: number }[] = [{
    path: at,
    value,
    depth: 0,
  }];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const { path, value, depth } = one;
    if (typeof value === "string" && !isReadable(value)) return path;
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) continue;
    if (depth === MAX_DEPTH) return path;
    for (const [key, inner] of Object.entries(value)) {
      if (!isReadable(key)) return path;
      pending.push({ path: `${path}.${key}`, value: inner, depth: depth + 1 });
    }
  }
  return null;
}

function isReadable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
