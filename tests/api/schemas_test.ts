import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type * as z from "zod/mini";
import type { Call } from "@/lib/api/call.ts";
import { type JsonSchema, jsonSchemas, openApiDocument } from "@/lib/api/openapi.ts";
import { parametersOf } from "@/lib/api/parameters.ts";
import { AREAS, CALLS } from "@/lib/app/catalogue.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";
import { Validator } from "@/tests/npm/openapi.ts";

const CALL_LIST: readonly (readonly [string, Call])[] = Object.entries(CALLS);

/** Formats that limit the length of a text. */
const BOUNDED_FORMATS = ["date", "date-time", "email", "binary"];

const bodies = jsonSchemas(
  Object.fromEntries(
    CALL_LIST.flatMap(([name, { body, query }]) => {
      const parts: [string, z.ZodMiniType][] = [];
      if (body) parts.push([`${name} body`, body]);
      if (query) parts.push([`${name} query`, query]);
      return parts;
    }),
  ),
);

/** Every schema inside a schema, itself included, with its path. */
function* inside(schema: unknown, at: string): Generator<[string, JsonSchema]> {
  if (Array.isArray(schema)) {
    for (const [index, inner] of schema.entries()) yield* inside(inner, `${at}/${index}`);
    return;
  }
  if (typeof schema !== "object" || schema === null) return;
  const members: JsonSchema = { ...schema };
  yield [at, members];
  for (const member of ["items", "anyOf", "oneOf", "additionalProperties"]) {
    yield* inside(members[member], `${at}/${member}`);
  }
  for (const [name, inner] of Object.entries(members.properties ?? {})) {
    yield* inside(inner, `${at}.${name}`);
  }
}

function everySchema(): [string, JsonSchema][] {
  const roots = [...Object.entries(bodies.byKey), ...Object.entries(bodies.named)];
  return roots.flatMap(([name, schema]) => [...inside(schema, name)]);
}

Deno.test("bodies are checked completely", () => {
  ok(everySchema().length > 500, `${everySchema().length} schemas`);
});

Deno.test("bodies refuse unknown members, at any depth", () => {
  for (const [at, schema] of everySchema()) {
    if (schema.type !== "object" || schema.propertyNames) continue;
    strictEqual(schema.additionalProperties, false, at);
  }
});

Deno.test("bodies limit every text, list and number", () => {
  for (const [at, schema] of everySchema()) {
    if (schema.type === "string") ok(isBoundedText(schema), `${at} is a text without end`);
    if (schema.type === "array") ok(schema.maxItems !== undefined, `${at} is a list without end`);
    if (schema.type === "number" || schema.type === "integer") {
      ok(isBoundedNumber(schema), `${at} is a number without bounds`);
    }
  }
});

// @spec calls.catalogue
Deno.test("bodies and parameters keep their bounds", async (t) => {
  const parameters = jsonSchemas(
    Object.fromEntries(
      Object.entries(parametersOf(CALLS)).map(([name, { schema }]) => [name, schema]),
    ),
  );
  const all = [...everySchema(), ...Object.entries(parameters.byKey)];
  const lines = all.flatMap(([at, schema]) => boundsText(at, schema));
  const shown = lines.filter((line) => !COMMON.test(line));
  const alike = Map.groupBy(shown, (line) => line.replace(/^(?:create|add|put)(?=[A-Z])/, ""));
  await t.assertSnapshot([...alike.values()].map(together).join("\n"));
});

/** The same bounds of the calls that create a thing and change it, on one line: "createTag, putTag body.name: …". */
function together(lines: readonly string[]): string {
  const [first = "", ...others] = lines.toReversed();
  const names = others.map((line) => line.slice(0, line.indexOf(" ")));
  return [...names.toReversed(), first].join(", ");
}

Deno.test("answers all have a shape that JSON can represent", () => {
  const answers = CALL_LIST.filter(([, call]) => !call.answerKind || call.answerKind === "json");
  const { byKey, named } = jsonSchemas(
    Object.fromEntries(answers.map(([name, { answer }]) => [name, answer])),
  );
  for (const [name, schema] of [...Object.entries(byKey), ...Object.entries(named)]) {
    for (const [at, inner] of inside(schema, name)) {
      ok(Object.keys(inner).length > 0, `${at} says nothing`);
    }
  }
});

Deno.test("creations answer an id", () => {
  for (const [name, { answer, creates }] of CALL_LIST) {
    if (!creates) continue;
    ok(answer.safeParse({ id: "x-1", token: "secret", mailedCount: 1 }).success, name);
    strictEqual(answer.safeParse({ token: "secret" }).success, false, name);
  }
});

Deno.test("parameters of paths accept their examples and no empty text", () => {
  for (const [name, { schema, description }] of Object.entries(parametersOf(CALLS))) {
    const example = Object.entries(EXAMPLES).find(([key]) => key === name)?.[1];
    ok(schema.safeParse(example).success, name);
    strictEqual(schema.safeParse("").success, false, name);
    ok(/^[A-Z]/.test(description), name);
  }
});

function isBoundedText({ maxLength, enum: values, const: value, format, pattern }: JsonSchema) {
  if (maxLength !== undefined || values !== undefined || value !== undefined) return true;
  if (typeof format === "string" && BOUNDED_FORMATS.includes(format)) return true;
  return typeof pattern === "string" && pattern.startsWith("^") && pattern.endsWith("$");
}

function isBoundedNumber(
  { minimum, exclusiveMinimum, maximum, enum: values, const: value }: JsonSchema,
) {
  if (values !== undefined || value !== undefined) return true;
  return (minimum ?? exclusiveMinimum) !== undefined && maximum !== undefined;
}

/** The bounds of ids, versions and names, which are listed only where they differ. */
const COMMON =
  /(?:\bversion: |: minLength 1, )maxLength 100$|\.name: minLength 1, maxLength 100, pattern \\S$/;

const BOUNDS = [
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "multipleOf",
  "pattern",
  "enum",
];

/** The bounds of a schema, on one line; none when it has no bounds. */
function boundsText(at: string, schema: JsonSchema): string[] {
  const bounds = BOUNDS.filter((name) => schema[name] !== undefined)
    .map((name) => `${name} ${schema[name]}`);
  return bounds.length === 0 ? [] : [`${at}: ${bounds.join(", ")}`];
}

/** The document as a reader of the JSON gets it. */
interface Read {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  operationId: string;
  security: unknown[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string; headers?: unknown; content?: unknown }>;
}

const text = JSON.stringify(openApiDocument(AREAS, "1.2.3"));
const read: Read = JSON.parse(text);

function operationOf(path: string, method: string): Operation {
  const operation = read.paths[path]?.[method];
  if (!operation) throw new TypeError(`No ${method} ${path}`);
  return operation;
}

Deno.test("openApiDocument() is accepted by an independent validator", async () => {
  deepStrictEqual(await new Validator().validate(JSON.parse(text)), { valid: true });
});

Deno.test("openApiDocument() has each named schema once, all of them reachable", () => {
  ok(!text.includes("$defs"), "a definition was left where it was");
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  deepStrictEqual([...new Set(names)].toSorted(), Object.keys(read.components.schemas).toSorted());
});

Deno.test("openApiDocument() writes a parameter that follows a literal", () => {
  const path = "/collect/projects/{projectId}/outdoordju/{outdoorSourceId}/dailyYear-{year}";
  const { parameters = [] } = operationOf(path, "get");
  deepStrictEqual(parameters.map(({ name, in: where, required }) => [name, where, required]), [
    ["projectId", "path", true],
    ["outdoorSourceId", "path", true],
    ["year", "path", true],
  ]);
});

Deno.test("openApiDocument() documents the token in the query for reads only", () => {
  const teams = "/collect/orgs/{orgId}/teams";
  deepStrictEqual(operationOf(teams, "get").security, [
    { token: [] },
    { bearer: [] },
    { tokenInQuery: [] },
  ]);
  deepStrictEqual(operationOf(teams, "post").security, [{ token: [] }, { bearer: [] }]);
  deepStrictEqual(operationOf("/auth/login", "post").security, []);
});

Deno.test("openApiDocument() documents the content type of each body and file", () => {
  const types = (path: string, method: string) =>
    Object.keys(operationOf(path, method).requestBody?.content ?? {});
  deepStrictEqual(types("/oauth/token", "post"), ["application/x-www-form-urlencoded"]);
  deepStrictEqual(types("/auth/login", "post"), ["application/json"]);
  const document = "/collect/orgs/{orgId}/contracting/requests/{requestId}/documents/{documentId}";
  deepStrictEqual(types(document, "put"), ["multipart/form-data"]);
  const pdf = operationOf(`${document}/pdf`, "get").responses["200"]?.content ?? {};
  deepStrictEqual(Object.keys(pdf), ["application/pdf", "application/octet-stream"]);
  const text = "/collect/projects/{projectId}/readings/csv";
  deepStrictEqual(types(text, "post"), ["application/octet-stream"]);
});

Deno.test("openApiDocument() lists the codes of each status", () => {
  const { responses } = operationOf("/auth/login", "post");
  strictEqual(responses["401"]?.description, "user-not-found, bad-password");
  const found = (path: string, method: string) =>
    Object.keys(operationOf(path, method).responses).join(" ");
  strictEqual(found("/auth/login", "post"), "200 400 401 403 408 413 415 429 503");
  strictEqual(found("/auth/features", "get"), "200 304 400 429 503");
  const team = "/collect/orgs/{orgId}/teams/{teamId}";
  strictEqual(found(team, "put"), "200 400 401 403 404 408 409 413 415 429 503");
});

Deno.test("openApiDocument() lists 501 and 502 where another host answers", () => {
  const { paths }: Read = JSON.parse(
    JSON.stringify(openApiDocument(AREAS, "1", true)),
  );
  const codes = (path: string) => Object.keys(paths[path]?.get?.responses ?? {});
  deepStrictEqual(codes("/auth/me").filter((status) => status > "5"), ["501", "502", "503"]);
  deepStrictEqual(codes("/auth/features").filter((status) => status > "5"), ["501", "502", "503"]);
});
