import { en } from "zod/locales";
import * as z from "zod/mini";
import type { Call } from "@/lib/contract/call.ts";
import { type CallName, CALLS, type Input } from "@/lib/contract/catalogue.ts";
import { id, isId } from "@/lib/domain/forms/fields/schema.ts";
import { answeredFields } from "./answered_fields.ts";
import { type Parameter, PARAMETERS } from "./parameters.ts";
import { parameterNames } from "./paths.ts";

export interface InputIssue {
  /** "email", "body.location.zipCode". */
  readonly path: string;
  readonly message: string;
}

type ParsedInput<Name extends CallName> =
  | { readonly ok: true; readonly input: Input<Name> }
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
 * @param input raw input: `{ orgId, year, closed, body }`
 */
export function parseInput<Name extends CallName>(
  name: Name,
  input: Readonly<Record<string, unknown>>,
): ParsedInput<Name> {
  const call: Call = CALLS[name];
  const { body } = input;
  const issues: InputIssue[] = [];
  const parsed: Record<string, unknown> = {};
  let isBadPeriod = false;
  for (const [key, { schema, refusal }] of PARAMETERS_OF.get(name) ?? []) {
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
  } else if (call.body) parsed.body = parsedBy(call.body, typedBody(name, body), "body", issues);
  else if (body !== undefined) issues.push({ path: "body", message: "No body is expected" });
  if (issues.length > 0) {
    return { ok: false, code: isBadPeriod ? "bad-period" : "invalid-input", issues };
  }
  // Each part was parsed by its own schema: together they form the input of the call.
  return { ok: true, input: parsed as Input<Name> };
}

/** A body without the fields that only the answer of its read has. */
function typedBody(name: CallName, body: unknown): unknown {
  if (Array.isArray(body)) {
    return body.map((one) => Array.isArray(one) ? one : typedBody(name, one));
  }
  if (typeof body !== "object" || body === null) return body;
  const fields = answeredFields(name);
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
  given: Readonly<Record<string, unknown>>,
  parsed: Record<string, unknown>,
  issues: InputIssue[],
): void {
  if (call.query) {
    const query = parsedBy(call.query, given, "", issues);
    if (query !== WRONG) Object.assign(parsed, query);
    return;
  }
  for (const key of Object.keys(given)) issues.push({ path: key, message: "Not a parameter" });
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

const PARAMETERS_OF = new Map(
  Object.entries(CALLS).map(([name, call]) => [
    name,
    parameterNames(call.path).flatMap((key) => {
      const parameter = PARAMETERS[key];
      return parameter ? [[key, parameterOf(call, parameter)] as const] : [];
    }),
  ]),
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
  const waiting: { path: string; value: unknown; depth: number }[] = [{
    path: at,
    value,
    depth: 0,
  }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { path, value, depth } = one;
    if (typeof value === "string" && !isReadable(value)) return path;
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) continue;
    if (depth === MAX_DEPTH) return path;
    for (const [key, inner] of Object.entries(value)) {
      if (!isReadable(key)) return path;
      waiting.push({ path: `${path}.${key}`, value: inner, depth: depth + 1 });
    }
  }
  return null;
}

function isReadable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
