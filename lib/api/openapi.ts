/** Writes the OpenAPI document of the calls, with their statuses. @module */

import * as z from "zod/mini";
import { type ErrorCode, ERRORS, FILE_LIMITS } from "@/lib/base/errors.ts";
import { isRecord } from "@/lib/base/records.ts";
import { CONFIRMATION_HEADER } from "@/lib/ui/confirmation.ts";
import {
  type Access,
  answersFile,
  type Call,
  type Catalogue,
  type Grant,
  type NamedCall,
} from "./call.ts";
import { parameterNamed, parametersOf } from "./parameters.ts";
import { parameterNames } from "./routing.ts";

/** A JSON Schema, draft 2020-12, as required by OpenAPI 3.1. */
export type JsonSchema = { readonly [member: string]: unknown };

/** Schemas by requested key, and the named schemas they refer to. */
interface JsonSchemas {
  readonly byKey: Readonly<Record<string, JsonSchema>>;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/**
 * Converts zod schemas to JSON Schemas, in one pass so that each named schema is written once.
 *
 * They describe the input: the results of transformations are internal.
 */
export function jsonSchemas(schemas: Readonly<Record<string, z.ZodMiniType>>): JsonSchemas {
  const whole = z.toJSONSchema(z.object(schemas), {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return { byKey: schemasIn(moved(whole.properties)), named: schemasIn(moved(whole.$defs)) };
}

/** Removes redundant members: the pattern of a format, the bounds of every integer. */
function tidy(schema: { [member: string]: unknown }): void {
  if (schema.format === "date-time" || schema.format === "email") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** A copy of the value whose references point to the schemas of the OpenAPI document. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([member]) => member !== "$schema");
  return Object.fromEntries(entries.map(([member, inner]) => {
    if (member !== "$ref" || typeof inner !== "string") return [member, moved(inner)];
    return [member, inner.replace("#/$defs/", "#/components/schemas/")];
  }));
}

function schemasIn(value: unknown): Record<string, JsonSchema> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, schema]) => {
      if (!isRecord(schema)) return [];
      const { id: _, ...rest } = schema;
      return [[name, rest]];
    }),
  );
}

/** Temporary refusals, which any call may return: they do not depend on the call. */
const OF_THE_MOMENT: readonly ErrorCode[] = [
  "overloaded",
  "store-unavailable",
  "store-unreachable",
];

/**
 * The error codes of a call over HTTP, by status: its own and those of the dispatcher. Internal errors (500) are not
 * included.
 */
function codesByStatus(
  call: Call,
  isRelayed: boolean,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set([...dispatchCodes(call), ...call.refusals, ...OF_THE_MOMENT]);
  if (call.method !== "GET") codes.add("maybe-saved");
  if (isRelayed) codes.add("upstream-unreachable").add("not-implemented");
  return Map.groupBy(codes, (code) => ERRORS[code].status);
}

function dispatchCodes(call: Call): ErrorCode[] {
  const { access, path, method } = call;
  // Any query may repeat a parameter, or have one unknown to the call.
  const codes: ErrorCode[] = ["too-many-requests", "invalid-input", ...bodyCodes(call)];
  const names = parameterNames(path);
  if (names.length > 0) codes.push("bad-request");
  if (names.some((one) => parameterNamed(one)?.refusal === "bad-period")) codes.push("bad-period");
  // A write authenticated by a cookie that another site may have caused, for any call.
  if (method !== "GET" || !isPublic(access)) codes.push("forbidden");
  if (isPublic(access)) return codes;
  codes.push("not-signed-in");
  if (names.length > 0) codes.push("not-found");
  return codes;
}

function bodyCodes({ body, bodyKind = "json" }: Call): ErrorCode[] {
  if (!body) return [];
  const codes: ErrorCode[] = ["bad-request", "too-large", "too-slow"];
  if (bodyKind === "form" || bodyKind === "multipart") codes.push("too-many-fields");
  if (bodyKind === "text") codes.push(...FILE_LIMITS);
  codes.push("unsupported-media-type");
  return codes;
}

/** Whether a call requires no sign-in. */
function isPublic(access: Access): boolean {
  return access.any.includes("public");
}

const ERROR_CONTENT = {
  "application/json": { schema: { $ref: "#/components/schemas/Error" } },
} as const;

const SECONDS_LEFT = {
  description: "Seconds until one may ask again",
  schema: { type: "integer" },
} as const;

const WAIT_HEADERS = {
  "Retry-After": SECONDS_LEFT,
  "RateLimit-Reset": SECONDS_LEFT,
  "X-RateLimit-Reset": {
    description: "When one may ask again, seconds since 1970",
    schema: { type: "integer" },
  },
} as const;

/** The responses of an OpenAPI operation for the refusals of its call, each with its codes. */
function refusals(call: Call, isRelayed: boolean): Record<string, unknown> {
  const byStatus = codesByStatus(call, isRelayed);
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [String(status), {
      description: codes.join(", "),
      content: ERROR_CONTENT,
      ...(status === 429 || status === 503 ? { headers: WAIT_HEADERS } : {}),
    }]),
  );
}

/** The calls of each area, by its name in the API. */
export type Areas = Readonly<Record<string, Catalogue>>;

interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly [member: string]: unknown;
}

/**
 * The catalogue as an OpenAPI 3.1 document, generated from the schemas used for parsing.
 *
 * @spec design §3 "OpenAPI is generated from the same schemas"
 * @param areas the calls of each area, in the order of the document
 * @param isRelayed whether another host answers: it may be unreachable (502), or older and without the call (501)
 */
export function openApiDocument(
  areas: Areas,
  version: string,
  isRelayed = false,
): OpenApiDocument {
  const schemas = jsonSchemas(callSchemas(areas));
  return {
    openapi: "3.1.0",
    info: { title: "Energy monitoring of residences", version, description: DESCRIPTION },
    servers: [{ url: "/api" }],
    tags: Object.keys(areas).map((name) => ({ name })),
    paths: pathItems(areas, schemas, isRelayed),
    components: {
      schemas: { ...schemas.named, Error: ERROR_SCHEMA },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const DESCRIPTION = [
  "Reads are GET, writes POST, PUT and DELETE with a JSON body. A creation gives the new id in the header",
  "x-created-id and in the body. An edit sends back the version it was based on: another one since answers 409.",
  "An answer of 429 says in RateLimit-Reset when to ask again. A read that is answered without stored values that are",
  "damaged has their number in x-unread-values. A write that reaches far answers 409 to-confirm, with its effects and a",
  "confirmation: the same call with it in the header x-confirmation does them; another body or other effects ask again.",
].join(" ");

const SECURITY_SCHEMES = {
  token: { type: "apiKey", in: "header", name: "X-AuthToken" },
  bearer: { type: "http", scheme: "bearer" },
  tokenInQuery: { type: "apiKey", in: "query", name: "authtoken" },
} as const;

const ERROR_SCHEMA = {
  type: "object",
  properties: {
    code: { type: "string", enum: Object.keys(ERRORS) },
    message: { type: "string" },
    issues: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["path", "message"],
      },
    },
    effects: {
      type: "array",
      description: "What a call to confirm would do: its kind, its French text, and its figures",
      items: {
        type: "object",
        properties: { kind: { type: "string" }, text: { type: "string" } },
        required: ["kind", "text"],
      },
    },
    confirmation: { type: "string", description: "Value of the header x-confirmation" },
  },
  required: ["code", "message"],
} as const;

const BODY_TYPES = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  bytes: "application/octet-stream",
  // OpenAPI generators produce nothing for text/plain; the text of a file is also accepted as bytes.
  text: "application/octet-stream",
} as const;

const TEXT_BODY = "A text file in UTF-8; text/plain, text/csv and gzip are taken too.";

const BINARY: JsonSchema = { type: "string", format: "binary" };

/** Schemas of the calls, keyed by call name and part: "login body". */
export function callSchemas(areas: Areas): Record<string, z.ZodMiniType> {
  const schemas: Record<string, z.ZodMiniType> = {};
  const calls = Object.assign({}, ...Object.values(areas));
  for (const [name, call] of Object.entries<NamedCall>(calls)) {
    if (call.body) schemas[`${name} body`] = call.body;
    if (call.query) schemas[`${name} query`] = call.query;
    if (!answersFile(call)) schemas[`${name} answer`] = call.answer;
  }
  for (const [name, { schema }] of Object.entries(parametersOf(calls))) {
    schemas[`:${name}`] = schema;
  }
  return schemas;
}

function pathItems(
  areas: Areas,
  schemas: JsonSchemas,
  isRelayed: boolean,
): Record<string, Record<string, unknown>> {
  const items: Record<string, Record<string, unknown>> = {};
  for (const [area, calls] of Object.entries(areas)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.replace(/:([A-Za-z]+)/g, "{$1}");
      const item = items[path] ??= {};
      item[call.method.toLowerCase()] = operation({ area, name, call }, schemas, isRelayed);
    }
  }
  return items;
}

interface Named {
  area: string;
  name: string;
  call: Call;
}

function operation(
  { area, name, call }: Named,
  schemas: JsonSchemas,
  isRelayed: boolean,
): Record<string, unknown> {
  const parameters = [
    ...pathParameters(call, schemas),
    ...queryParameters(name, schemas),
    ...call.refusals.includes("to-confirm") ? [CONFIRMATION] : [],
  ];
  const body = schemas.byKey[`${name} body`];
  return {
    operationId: name,
    tags: [area],
    summary: call.summary,
    "x-access": call.access.any.map(grantText),
    ...(call.freshForSeconds === undefined ? {} : { "x-fresh-for-seconds": call.freshForSeconds }),
    security: security(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(call, body) } : {}),
    responses: responses({ area, name, call }, schemas, isRelayed),
  };
}

function security({ access, method }: Call): Record<string, string[]>[] {
  if (isPublic(access)) return [];
  const headers = [{ token: [] }, { bearer: [] }];
  return method === "GET" ? [...headers, { tokenInQuery: [] }] : headers;
}

/** Text of the place where a role is required. */
const GRANT_PLACES = {
  "project": "on the project",
  "document": "on the document",
  "any-project": "on any project",
  "own-house": "on one's own house",
} as const;

/** Text of a grant: "collect:read on the project". */
export function grantText(grant: Grant): string {
  if (typeof grant === "string") return grant;
  return `${grant.role} ${GRANT_PLACES[grant.on]}`;
}

function pathParameters({ path }: Call, schemas: JsonSchemas): unknown[] {
  return parameterNames(path).map((name) => ({
    name,
    in: "path",
    required: true,
    description: parameterNamed(name)?.description ?? name,
    schema: schemas.byKey[`:${name}`] ?? {},
  }));
}

function queryParameters(name: string, schemas: JsonSchemas): unknown[] {
  const query = schemas.byKey[`${name} query`];
  const required = Array.isArray(query?.required) ? query.required : [];
  return Object.entries(query?.properties ?? {}).map(([parameter, schema]) => ({
    name: parameter,
    in: "query",
    required: required.includes(parameter),
    schema,
  }));
}

const CONFIRMATION = {
  name: CONFIRMATION_HEADER,
  in: "header",
  required: false,
  description:
    "The confirmation of a 409 to-confirm: it confirms the same call with the same effects",
  schema: { type: "string" },
} as const;

function requestBody({ bodyKind = "json" }: Call, schema: JsonSchema): unknown {
  const isPlain = bodyKind === "bytes" || bodyKind === "text";
  return {
    required: true,
    ...(bodyKind === "text" ? { description: TEXT_BODY } : {}),
    content: { [BODY_TYPES[bodyKind]]: { schema: isPlain ? BINARY : schema } },
  };
}

function responses(
  { name, call }: Named,
  schemas: JsonSchemas,
  isRelayed: boolean,
): Record<string, unknown> {
  return {
    [call.creates ? "201" : "200"]: {
      description: call.creates ? "Created" : "Done",
      ...(call.creates ? { headers: { "x-created-id": CREATED_ID } } : {}),
      content: answerContent(name, call, schemas),
    },
    ...(call.method === "GET" && !answersFile(call) ? { "304": UNCHANGED } : {}),
    ...refusals(call, isRelayed),
  };
}

/** Response to `If-None-Match`. */
const UNCHANGED = { description: "Not changed since the ETag that If-None-Match names" } as const;

const CREATED_ID = { description: "The new id", schema: { type: "string" } } as const;

function answerContent(name: string, call: Call, schemas: JsonSchemas): unknown {
  // The second type is for generators without PDF support: the bytes are identical.
  if (call.answerKind === "pdf") {
    return {
      "application/pdf": { schema: BINARY },
      "application/octet-stream": { schema: BINARY },
    };
  }
  if (call.answerKind === "bytes") return { "application/octet-stream": { schema: BINARY } };
  return { "application/json": { schema: schemas.byKey[`${name} answer`] ?? {} } };
}
