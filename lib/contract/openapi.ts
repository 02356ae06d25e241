import type * as z from "zod/mini";
import type { Access, Call, Grant } from "./call.ts";
import { AREAS, CALLS } from "./catalogue.ts";
import { type ErrorCode, ERRORS, FILE_LIMITS } from "./errors.ts";
import { type JsonSchema, type JsonSchemas, jsonSchemas } from "./json_schemas.ts";
import { type Parameter, PARAMETERS } from "./parameters.ts";
import { parameterNames } from "./paths.ts";

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly [member: string]: unknown;
}

/**
 * The catalogue as an OpenAPI 3.1 document, made of the schemas that parse.
 *
 * @spec design §3 "OpenAPI is generated from the same schemas"
 * @param version of the program
 */
export function openApiDocument(version: string): OpenApiDocument {
  const schemas = jsonSchemas(callSchemas());
  return {
    openapi: "3.1.0",
    info: { title: "Energy monitoring of residences", version, description: DESCRIPTION },
    servers: [{ url: "/api" }],
    tags: Object.keys(AREAS).map((name) => ({ name })),
    paths: pathItems(schemas),
    components: {
      schemas: { ...schemas.named, Error: ERROR_SCHEMA },
      responses: { Refused: REFUSED },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const DESCRIPTION = [
  "Reads are GET, writes POST, PUT and DELETE with a JSON body. A creation gives the new id in the header",
  "x-created-id and in the body. An edit sends back the version it was based on: another one since answers 409.",
  "An answer of 429 says in RateLimit-Reset when to ask again.",
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
  },
  required: ["code", "message"],
} as const;

const REFUSED = {
  description: "Refused: the code says why",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
} as const;

const BODY_TYPES = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  bytes: "application/octet-stream",
  text: "text/plain",
} as const;

const BINARY: JsonSchema = { type: "string", format: "binary" };

/** The schemas of a call are kept under its name and their part: "login body". */
export function callSchemas(): Record<string, z.ZodMiniType> {
  const schemas: Record<string, z.ZodMiniType> = {};
  for (const [name, call] of everyCall()) {
    if (call.body) schemas[`${name} body`] = call.body;
    if (call.query) schemas[`${name} query`] = call.query;
    if (!call.answerKind || call.answerKind === "json") schemas[`${name} answer`] = call.answer;
  }
  for (const [name, { schema }] of Object.entries(PARAMETERS)) schemas[`:${name}`] = schema;
  return schemas;
}

function everyCall(): [string, Call][] {
  return Object.entries(CALLS);
}

function pathItems(schemas: JsonSchemas): Record<string, Record<string, unknown>> {
  const items: Record<string, Record<string, unknown>> = {};
  for (const [area, calls] of Object.entries(AREAS)) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      const path = call.path.replace(/:([A-Za-z]+)/g, "{$1}");
      const item = items[path] ??= {};
      item[call.method.toLowerCase()] = operation({ area, name, call }, schemas);
    }
  }
  return items;
}

interface Named {
  area: string;
  name: string;
  call: Call;
}

function operation({ area, name, call }: Named, schemas: JsonSchemas): Record<string, unknown> {
  const parameters = [...pathParameters(call, schemas), ...queryParameters(name, schemas)];
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
    responses: responses(name, call, schemas),
  };
}

function security({ access, method }: Call): Record<string, string[]>[] {
  if (isPublic(access)) return [];
  const headers = [{ token: [] }, { bearer: [] }];
  return method === "GET" ? [...headers, { tokenInQuery: [] }] : headers;
}

function isPublic(access: Access): boolean {
  return access.any.includes("public");
}

/** Where a role is looked for, in a few words. */
const GRANT_PLACES = {
  "project": "on the project",
  "document": "on the document",
  "any-project": "on any project",
  "own-house": "on one's own house",
} as const;

/** A grant in a few words: "collect:read on the project". */
export function grantText(grant: Grant): string {
  if (typeof grant === "string") return grant;
  return `${grant.role} ${GRANT_PLACES[grant.on]}`;
}

const DESCRIPTIONS: Readonly<Record<string, Parameter>> = PARAMETERS;

function pathParameters({ path }: Call, schemas: JsonSchemas): unknown[] {
  return parameterNames(path).map((name) => ({
    name,
    in: "path",
    required: true,
    description: DESCRIPTIONS[name]?.description ?? name,
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

function requestBody({ bodyKind = "json" }: Call, schema: JsonSchema): unknown {
  const isPlain = bodyKind === "bytes";
  return {
    required: true,
    content: { [BODY_TYPES[bodyKind]]: { schema: isPlain ? BINARY : schema } },
  };
}

function responses(
  name: string,
  call: Call,
  schemas: JsonSchemas,
): Record<string, unknown> {
  return {
    [call.creates ? "201" : "200"]: {
      description: call.creates ? "Created" : "Done",
      ...(call.creates ? { headers: { "x-created-id": CREATED_ID } } : {}),
      content: answerContent(name, call, schemas),
    },
    ...refusals(call),
    default: { $ref: "#/components/responses/Refused" },
  };
}

const WAIT_HEADERS = {
  "Retry-After": { description: "Seconds until one may ask again", schema: { type: "integer" } },
  "RateLimit-Reset": {
    description: "Seconds until one may ask again",
    schema: { type: "integer" },
  },
  "X-RateLimit-Reset": {
    description: "When one may ask again, seconds since 1970",
    schema: { type: "integer" },
  },
} as const;

const CREATED_ID = { description: "The new id", schema: { type: "string" } } as const;

function answerContent(name: string, call: Call, schemas: JsonSchemas): unknown {
  if (call.answerKind === "pdf") return { "application/pdf": { schema: BINARY } };
  if (call.answerKind === "bytes") return { "application/octet-stream": { schema: BINARY } };
  return { "application/json": { schema: schemas.byKey[`${name} answer`] ?? {} } };
}

/** The codes of each status that this call may answer, its own and those of the door. */
function refusals(call: Call): Record<string, unknown> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of new Set([...doorCodes(call), ...call.refusals])) {
    (byStatus[ERRORS[code].status] ??= []).push(code);
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, {
      ...REFUSED,
      ...(status === "429" ? { headers: WAIT_HEADERS } : {}),
      description: codes.join(", "),
    }]),
  );
}

function doorCodes({ access, path, body, query, bodyKind = "json" }: Call): ErrorCode[] {
  const codes: ErrorCode[] = ["too-many-requests"];
  const names = parameterNames(path);
  if (names.length > 0 || body || query) codes.push("invalid-input");
  if (names.some((name) => DESCRIPTIONS[name]?.refusal === "bad-period")) codes.push("bad-period");
  if (body) codes.push("too-large");
  if (body && (bodyKind === "form" || bodyKind === "multipart")) {
    codes.push("too-many-fields");
  }
  if (body && bodyKind === "text") codes.push(...FILE_LIMITS);
  if (body && bodyKind !== "bytes") codes.push("unsupported-media-type");
  if (isPublic(access)) return codes;
  codes.push("not-signed-in", "forbidden");
  if (names.length > 0) codes.push("not-found");
  return codes;
}
