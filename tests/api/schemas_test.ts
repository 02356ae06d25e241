import { ok, strictEqual } from "node:assert/strict";
import type * as z from "zod/mini";
import type { Call } from "@/lib/api/call.ts";
import { type JsonSchema, jsonSchemas } from "@/lib/api/openapi.ts";
import { parametersOf } from "@/lib/api/parameters.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";

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
  await t.assertSnapshot(lines.filter((line) => !COMMON.test(line)).join("\n"));
});

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

/** The bounds of ids and versions, which are listed only where they differ. */
const COMMON = /(?:\bversion: |: minLength 1, )maxLength 100$/;

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
